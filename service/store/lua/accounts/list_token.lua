-- Put a token on its account's list before it is stored, unless the list is full.
-- KEYS  1 the account's list of tokens  2 those on it that are about to be stored
-- ARGV  1 token id  2 most tokens, or "": however many  3 after how long one is stored or never will be (ms)
--       4... ids on the list whose tokens were stored and are no more
-- returns 1 it is listed | 0 the list is full
-- Keeps: what is counted and what is listed is one step; a token that is listed and not yet stored is marked as such in the
-- same step, so that nobody takes it for one that has expired.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
for i = 4, #ARGV do redis.call('SREM', KEYS[1], ARGV[i]) end
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 1 then return 1 end
if ARGV[2] ~= '' and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[3]), ARGV[1])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1
