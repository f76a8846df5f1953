-- Change fields of a hash from what was read to what is wanted.
-- KEYS  1 hash
-- ARGV  field, value it is changed from, value it is changed to, ... (the same value twice: only compared)
-- returns 1 all have the wanted values, now or before | 0 one has neither | -1 there is no such hash
-- Keeps: all or nothing; what somebody else has written meanwhile is not written over; a deleted hash does not come back.
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local as_read, as_wanted = true, true
for i = 1, #ARGV, 3 do
  local now = redis.call('HGET', KEYS[1], ARGV[i])
  as_read = as_read and now == ARGV[i + 1]
  as_wanted = as_wanted and now == ARGV[i + 2]
end
if as_wanted then return 1 end
if not as_read then return 0 end
for i = 1, #ARGV, 3 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 2]) end
return 1
