-- Change a field of a hash from one value to another.
-- KEYS  1 hash
-- ARGV  1 field  2 value it is changed from  3 value it is changed to
-- returns 1 it has that value, now or before | 0 it has another than both | -1 there is no such hash
-- Keeps: what somebody else has written meanwhile is not written over; a deleted hash does not come back.
if redis.call('EXISTS', KEYS[1]) == 0 then return -1 end
local now = redis.call('HGET', KEYS[1], ARGV[1])
if now == ARGV[3] then return 1 end
if now ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
