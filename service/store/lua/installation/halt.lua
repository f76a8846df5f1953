-- Halt a bucket, let it go on, or accept the store's time as it is.
-- KEYS  1 running
-- ARGV  1 "halt" | "go on" | "accept"  2 why  3 when it is to end (ms), or "" (halt)
-- returns 1, or 0 where nothing changed
-- Keeps: while halted no act, no step and no lease is written; the beat after it finds the time since as an outage.
local known = redis.call('HMGET', KEYS[1], 'halted', 'until')
if ARGV[1] == 'accept' then return redis.call('HSET', KEYS[1], 'accepted', '1') end
if ARGV[1] == 'go on' then return redis.call('HDEL', KEYS[1], 'halted', 'back') end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not known[1] and (not known[2] or now <= tonumber(known[2])) then
  local at = string.format('%.0f', now)
  redis.call('HSET', KEYS[1], 'beat', at, 'until', at)
end
redis.call('HSET', KEYS[1], 'halted', ARGV[2], 'back', ARGV[3])
return known[1] == ARGV[2] and 0 or 1
