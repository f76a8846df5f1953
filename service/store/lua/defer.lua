-- Give a leased recipient back untouched, to be served later: no attempt was made.
-- KEYS  1 out  2 not_before
-- ARGV  1 recipient  2 end of the lease  3 not before (ms)
-- returns 1 given back | 0 the lease is another's
-- Keeps: only the holder of the lease gives it back; until then no news hurry it.
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[1], 'XX', ARGV[3], ARGV[1])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return 1
