-- Let the acts of one bucket know that tokens were revoked.
-- KEYS  1 revoked
-- ARGV  1 how long a revocation is remembered (ms): longer than anybody may keep a token in memory  2... token ids
-- returns 1
-- Keeps: what is older than that is forgotten, so the set stays small.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[1]))
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now, ARGV[i]) end
return 1
