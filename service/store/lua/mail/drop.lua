-- Take the news of a recipient out of the queue for good: they count as settled, and a record says so.
-- KEYS  1 out  2 not_before  3 queue  4 sent  5 deliveries
-- ARGV  1 recipient  2 record (packed)  3 keep records and settled ids (s)  4 how many records  5 how many settled ids
--       6... id, its number, ...
-- returns how many were taken out | -1 a letter is being handed over at this moment: nothing was changed
-- Keeps: what was taken out is never queued again; what came in since the ids were read stays, and is due.
if redis.call('HEXISTS', KEYS[3], 'handing') == 1 then return -1 end
local taken = 0
for i = 6, #ARGV, 2 do
  if redis.call('HDEL', KEYS[3], ARGV[i]) == 1 then
    taken = taken + 1
    redis.call('LPUSH', KEYS[4], ARGV[i + 1])
  end
end
if taken == 0 then return 0 end
redis.call('LTRIM', KEYS[4], 0, ARGV[5] - 1)
redis.call('EXPIRE', KEYS[4], ARGV[3])
redis.call('LPUSH', KEYS[5], ARGV[2])
redis.call('LTRIM', KEYS[5], 0, ARGV[4] - 1)
redis.call('EXPIRE', KEYS[5], ARGV[3])
redis.call('HDEL', KEYS[3], 'attempts')
redis.call('HDEL', KEYS[2], ARGV[1])
if redis.call('HLEN', KEYS[3]) == 0 then
  redis.call('ZREM', KEYS[1], ARGV[1])
else
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
end
return taken
