-- Take old leaves of the log of all matches out of the store, which the archive has.
-- KEYS  1 log head  2... the bundles
-- ARGV  1 how many leaves were gone before  2 how many are gone then
-- returns 1 done | 0 stale: somebody else has moved them, or their matches do not know them yet
-- Keeps: what is counted as gone is in the archive; what is not is here.
local was = redis.call('HMGET', KEYS[1], 'archived', 'filed')
if tonumber(was[1] or 0) ~= tonumber(ARGV[1]) or tonumber(was[2] or 0) < tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'archived', ARGV[2])
for i = 2, #KEYS do redis.call('DEL', KEYS[i]) end
return 1
