-- Put one event into a webhook's queue, to be sent at once.
-- KEYS  1 webhook  2 its queue  3 webhooks that are due
-- ARGV  1 its name in the due set  2 position  3 entry (JSON)  4 how many may wait
-- returns 1 it waits | 0 too many wait | -1 there is no such webhook
-- Keeps: nothing waits for a webhook that is gone.
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
if redis.call('HEXISTS', KEYS[2], ARGV[2]) == 0 and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('ZADD', KEYS[3], 'LT', 0, ARGV[1])
return 1
