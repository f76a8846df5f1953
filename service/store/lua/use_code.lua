-- End all login codes of an account that were made until now, because one of them is used.
-- KEYS  1 account
-- ARGV  1 when the used code was made (ms, the store's clock)
-- returns 1 used | 0 the account is gone, or another code ended this one
-- Keeps: codes_ended never goes back; of several codes used at once one wins.
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local ended = tonumber(redis.call('HGET', KEYS[1], 'codes_ended') or 0)
if tonumber(ARGV[1]) < ended then return 0 end
local time = redis.call('TIME')
redis.call('HSET', KEYS[1], 'codes_ended', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)))
return 1
