-- Give a lease back that one still holds: the match is due at its own time again.
-- KEYS  1 match  2 due
-- ARGV  1 match id  2 end of the lease (ms)
-- returns 1 given back | 0 the lease is another's, or an act has moved the time
local score = redis.call('ZSCORE', KEYS[2], ARGV[1])
if not score or tonumber(score) ~= tonumber(ARGV[2]) then return 0 end
local due = redis.pcall('HGET', KEYS[1], 'due')
local time = redis.call('TIME')
local at = type(due) == 'string' and tonumber(due) or time[1] * 1000
redis.call('ZADD', KEYS[2], at, ARGV[1])
return 1
