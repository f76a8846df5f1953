-- Note down a match of which the log of all matches lacks heads and nobody remembers it.
-- KEYS  1 match  2 leaves  3 unlogged
-- ARGV  1 match id
-- returns 1 it was noted down | 0 there was nothing to do
if redis.call('LLEN', KEYS[2]) >= tonumber(redis.call('HGET', KEYS[1], 'n') or 0) then return 0 end
local time = redis.call('TIME')
return redis.call('ZADD', KEYS[3], 'NX', time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
