-- Take events of the feed into a webhook's queue.
-- KEYS  1 webhook  2 its queue  3 leases
-- ARGV  1 its name in the due set  2 end of the lease  3 cursor that was read  4 new cursor  5... position, entry (JSON), ...
-- returns 1 taken | 0 the lease is another's, or somebody has moved the cursor
-- Keeps: an event is in the queue before the cursor is beyond it; who moves the cursor back gets what follows again.
if redis.call('HGET', KEYS[3], ARGV[1]) ~= ARGV[2] or redis.call('HGET', KEYS[1], 'cursor') ~= ARGV[3] then return 0 end
for i = 5, #ARGV, 2 do redis.call('HSETNX', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('HSET', KEYS[1], 'cursor', ARGV[4])
return 1
