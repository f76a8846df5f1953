-- Record an attempt to send an event.
-- KEYS  1 webhook  2 its queue  3 its attempts
-- ARGV  1 position  2 entry as it waits on, or "": done with  3 record (JSON)  4 records kept  5 for how long (ms)
--       6 version of the webhook that was sent to  7... field, value, ... that follow from how it ended
-- returns 1 recorded (twice, if a lost reply is asked for again: that is only a line more) | 0 the webhook is gone
-- Keeps: what was sent is not sent again; how it ended says nothing of a webhook that was changed meanwhile.
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 0 end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[2], ARGV[1])
elseif redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
redis.call('LPUSH', KEYS[3], ARGV[3])
redis.call('LTRIM', KEYS[3], 0, ARGV[4] - 1)
redis.call('PEXPIRE', KEYS[3], ARGV[5])
if version == ARGV[6] and #ARGV > 6 then redis.call('HSET', KEYS[1], unpack(ARGV, 7)) end
return 1
