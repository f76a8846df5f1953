-- Put notices that were given up back into their queue, due now; forget those that are not to be sent any more.
-- KEYS  1 out  2 not_before  3 queue  4 given_up
-- ARGV  1 recipient  2 how many ids are put back  3... ids: those first, then those to forget
-- returns how many were put back | -1 a letter is being handed over at this moment: nothing was changed
-- Keeps: whoever asks first has a notice sent; who asks at the same time finds it gone. Both is one script, so none is lost.
if redis.call('HEXISTS', KEYS[3], 'handing') == 1 then return -1 end
local back = 0
for i = 3, #ARGV do
  local given = redis.call('HGET', KEYS[4], ARGV[i])
  if given and i < 3 + ARGV[2] then
    redis.call('HSET', KEYS[3], ARGV[i], given)
    back = back + 1
  end
  redis.call('HDEL', KEYS[4], ARGV[i])
end
if back == 0 then return 0 end
local time = redis.call('TIME')
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return back
