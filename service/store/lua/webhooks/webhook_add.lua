-- Keep a new webhook of an account.
-- KEYS  1 the account's webhooks  2 webhook
-- ARGV  1 its id  2 how many at most  3... field, value, ...
-- returns 1 kept | 2 it was there before, and stays as it is | 0 the account has as many as it may have
-- Keeps: the list names every webhook there is; a limit holds however many are made at once.
if redis.call('EXISTS', KEYS[2]) == 1 then return 2 end
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('HSET', KEYS[2], unpack(ARGV, 3))
return 1
