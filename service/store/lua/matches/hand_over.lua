-- End the lease of a match, so that another worker takes it now.
-- KEYS  1 match  2 due
-- ARGV  1 match id
-- returns 1 due now | 0 nobody has it leased: it is not due, or waits for a worker
-- Keeps: the worker that had it may still write its step; the guard on the log's head lets only one of the two through.
local score = tonumber(redis.call('ZSCORE', KEYS[2], ARGV[1]) or '')
local due = redis.pcall('HGET', KEYS[1], 'due')
due = type(due) == 'string' and tonumber(due) or nil
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if not score or score <= now or not due or due > now then return 0 end
redis.call('ZADD', KEYS[2], 'XX', now, ARGV[1])
return 1
