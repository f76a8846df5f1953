-- Append an entry to the log of results, with the checkpoint that counts it and the ratings that follow from it.
-- KEYS  1 head  2 the bundle of entries  3 index  4 ratings  5 ranks  6... histories of the rated players, then the tiles that grow
-- ARGV  1 size before  2 edge before  3 edge after  4 note  5 entry, or "" for another checkpoint of the same tree: nothing else
--       6 field of the index, or ""  7 member of the head that becomes the entry, or ""  8 how many players  9... player,
--       rating, rank, line of the history; then where and the bytes, by tile
-- returns 1 done | 0 somebody else appended, the index has the field already, or a result would follow stale ratings
-- Keeps: size, edge and note belong together; an entry counts once; a rating changes with the entry that it follows from.
local was = redis.call('HMGET', KEYS[1], 'size', 'edge')
local size = tonumber(was[1] or 0)
if size ~= tonumber(ARGV[1]) or (was[2] or '') ~= ARGV[2] then return 0 end
if ARGV[5] == '' then redis.call('HSET', KEYS[1], 'note', ARGV[4]) return 1 end
if ARGV[7] == '' and redis.call('HEXISTS', KEYS[1], 'stale') == 1 then return 0 end
if ARGV[6] ~= '' and redis.call('HSETNX', KEYS[3], ARGV[6], size) == 0 then return 0 end
redis.call('LTRIM', KEYS[2], 0, size % 256 - 1)  -- what a torn append left
if size % 256 == 0 then redis.call('DEL', KEYS[2]) end
redis.call('RPUSH', KEYS[2], ARGV[5])
local players = tonumber(ARGV[8])
for i = 1, players do
  local at = 5 + 4 * i
  redis.call('HSET', KEYS[4], ARGV[at], ARGV[at + 1])
  redis.call('ZADD', KEYS[5], ARGV[at + 2], ARGV[at])
  redis.call('RPUSH', KEYS[5 + i], ARGV[at + 3])
end
for i = 6 + players, #KEYS do
  local at = 9 + 4 * players + 2 * (i - 6 - players)
  redis.call('SETRANGE', KEYS[i], ARGV[at], ARGV[at + 1])
end
redis.call('HSET', KEYS[1], 'size', size + 1, 'edge', ARGV[3], 'note', ARGV[4])
if ARGV[7] ~= '' then redis.call('HSET', KEYS[1], ARGV[7], ARGV[5]) end
return 1
