-- Forget what was to be told to a recipient, what was told, and what became of it.
-- KEYS  1 queue  2 sent  3 deliveries  4 out  5 not_before  6 given_up, all of one bucket
-- ARGV  1 recipient
-- returns 1
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', KEYS[5], ARGV[1])
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[6])
return 1
