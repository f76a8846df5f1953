-- Give a leased recipient back untouched, to be served later: no attempt was made.
-- KEYS  1 out  2 not_before
-- ARGV  1 recipient  2 end of the lease  3 due again at (ms)  4 1: not before, whatever comes | 0: or with news that are due sooner
-- returns 1 given back | 0 the lease is another's
-- Keeps: only the holder of the lease gives it back; with 1, no news hurry it until then.
if redis.call('HGET', KEYS[2], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[1], 'XX', ARGV[3], ARGV[1])
if ARGV[4] == '1' then redis.call('HSET', KEYS[2], ARGV[1], ARGV[3]) else redis.call('HDEL', KEYS[2], ARGV[1]) end
return 1
