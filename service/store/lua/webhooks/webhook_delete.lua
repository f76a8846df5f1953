-- Take a webhook away, with all that waits for it and all that is known of its attempts.
-- KEYS  1 the account's webhooks  2 webhook  3 its queue  4 its attempts  5 webhooks that are due  6 leases
-- ARGV  1 its id  2 its name in the due set
-- returns 1 it is gone now | 0 there was none
-- Keeps: the lease goes as well, so nobody who still holds it can bring anything back.
local there = redis.call('SREM', KEYS[1], ARGV[1])
redis.call('DEL', KEYS[2], KEYS[3], KEYS[4])
redis.call('ZREM', KEYS[5], ARGV[2])
redis.call('HDEL', KEYS[6], ARGV[2])
return there
