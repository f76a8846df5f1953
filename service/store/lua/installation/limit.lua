-- Count some more in a fixed window, unless it has less left.
-- KEYS  1 counter
-- ARGV  1 limit  2 window in ms  3 how many more
-- returns {1 counted or 0 refused, how many are left, ms until the window ends}
-- Keeps: a refusal writes nothing, so hammering costs no fsync.
local count, more = tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[3])
if count + more <= tonumber(ARGV[1]) then
  if redis.call('INCRBY', KEYS[1], more) == more then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
  return {1, tonumber(ARGV[1]) - count - more, redis.call('PTTL', KEYS[1])}
end
return {0, 0, math.max(redis.call('PTTL', KEYS[1]), 0)}
