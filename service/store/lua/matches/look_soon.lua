-- Have a worker look at a match now that somebody could not use as it is stored.
-- KEYS  1 match  2 due  3 parked
-- ARGV  1 match id  2 how far in the future a lease may end (ms)
-- returns 1 due now | 0 it is parked, over or not here, or is looked at soon without this
-- Keeps: only the index entry is changed; a worker judges the match, and gives it its own due time back.
local id = ARGV[1]
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[3], id) == 1 then return 0 end
if redis.pcall('HGET', KEYS[1], 'status') == 'closed' then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local score = tonumber(redis.call('ZSCORE', KEYS[2], id) or '')
if score and score <= now + tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[2], now, id)
return 1
