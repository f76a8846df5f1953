-- Append to the entries of a tournament, and let the log of results have them.
-- KEYS  1 tournament  2 its entries  3 results
-- ARGV  1 how many entries the new ones follow  2 its id  3 how many texts are fields and values of the tournament  4... those, then entries
-- returns 1 done | 0 stale: it has other entries
-- Keeps: the log of results gets each entry, under its number; what is secret until the draw is stored with the entry that commits to it.
if redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[1]) then return 0 end
local first = 4 + ARGV[3]
for i = 4, first - 1, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
for i = first, #ARGV do
  redis.call('RPUSH', KEYS[2], ARGV[i])
  redis.call('HSET', KEYS[3], string.format('%s:%06d', ARGV[2], ARGV[1] + i - first), ARGV[i])
end
return 1
