-- Count one more in a fixed window, unless it is full.
-- KEYS  1 counter
-- ARGV  1 limit  2 window in ms
-- returns {1 counted or 0 refused, how many are left, ms until the window ends}
-- Keeps: a refusal writes nothing, so hammering costs no fsync.
local count = tonumber(redis.call('GET', KEYS[1]) or 0)
if count < tonumber(ARGV[1]) then
  count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return {1, tonumber(ARGV[1]) - count, redis.call('PTTL', KEYS[1])}
end
return {0, 0, math.max(redis.call('PTTL', KEYS[1]), 0)}
