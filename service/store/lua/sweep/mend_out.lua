-- Compare a recipient's queue with the index of recipients, and mend the index.
-- KEYS  1 out  2 queue  3 not_before
-- ARGV  1 recipient
-- returns 0 they agree | 1 mended
-- Keeps: recipients with notices are in the index, the others are not.
local fields = redis.call('HKEYS', KEYS[2])
local waiting = false
for _, field in ipairs(fields) do waiting = waiting or field ~= 'attempts' end
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if waiting == (score ~= false) then return 0 end
redis.call('HDEL', KEYS[3], ARGV[1])
if waiting then
  redis.call('ZADD', KEYS[1], redis.call('TIME')[1] * 1000, ARGV[1])
else
  redis.call('ZREM', KEYS[1], ARGV[1])
  redis.call('DEL', KEYS[2])
end
return 1
