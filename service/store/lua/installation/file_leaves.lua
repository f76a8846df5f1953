-- Note down in a match which leaves of the log of all matches its entries are.
-- KEYS  1 match  2 leaves  3 unlogged
-- ARGV  1 match id  2 when to look at it again (ms) if nothing is filed although something is missing, or ""
--       3 the first entry's number  4... leaves
-- returns -1 there is no such match (it is in the archive, which was told all) | how many entries of the match are filed
-- Keeps: entry n is at index n - 1, so filing again what is filed changes nothing; who lacks nothing is not unlogged.
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[3], ARGV[1])
  return -1
end
local filed = redis.call('LLEN', KEYS[2])
for i = 4, #ARGV do
  if tonumber(ARGV[3]) + i - 4 == filed + 1 then filed = redis.call('RPUSH', KEYS[2], ARGV[i]) end
end
if filed >= tonumber(redis.call('HGET', KEYS[1], 'n') or 0) then redis.call('ZREM', KEYS[3], ARGV[1])
elseif ARGV[2] ~= '' then redis.call('ZADD', KEYS[3], 'XX', ARGV[2], ARGV[1]) end
return filed
