-- Let the acts of one bucket know that a token was revoked.
-- KEYS  1 revoked
-- ARGV  1 token id  2 how long a revocation is remembered (ms): longer than anybody may keep a token in memory
-- returns 1
-- Keeps: what is older than that is forgotten, so the set stays small.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('ZADD', KEYS[1], now, ARGV[1])
return 1
