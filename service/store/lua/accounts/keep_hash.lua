-- Keep a hash for a while.
-- KEYS  1 hash
-- ARGV  1 for how long (ms)  2... field, value, ...
-- returns 1
-- Keeps: it never stays without an end.
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1
