-- Take a parked match up again now; it stays parked until a step of it succeeds.
-- KEYS  1 due  2 parked
-- ARGV  1 match id
-- returns 1 due now | 0 it is not parked
-- Keeps: since and attempts, so that players get their time back and the delays go on growing.
local id = ARGV[1]
local stored = redis.call('HGET', KEYS[2], id)
if not stored then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local readable, entry = pcall(cjson.decode, stored)
if readable and type(entry) == 'table' then
  entry.next = now
  redis.call('HSET', KEYS[2], id, cjson.encode(entry))
end
redis.call('ZADD', KEYS[1], now, id)
return 1
