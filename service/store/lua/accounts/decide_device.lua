-- The person decides what a program that shows a code may do.
-- KEYS  1 device code
-- ARGV  1 "approved" or "denied"  2 account
-- returns 1 decided now, or so before by the same account | 0 it was decided otherwise, is too old, or is not there
-- Keeps: the first decision stands.
local d = redis.call('HMGET', KEYS[1], 'state', 'expires', 'account')
if not d[1] then return 0 end
if d[1] == ARGV[1] and d[3] == ARGV[2] then return 1 end
local time = redis.call('TIME')
if d[1] ~= 'pending' or time[1] * 1000 > tonumber(d[2]) then return 0 end
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'state', ARGV[1], 'account', ARGV[2], 'decided', string.format('%.0f', now))
return 1
