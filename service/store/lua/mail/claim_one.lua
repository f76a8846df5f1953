-- Lease one recipient before the time of its news: a letter goes to it at this moment, and takes along what waits.
-- KEYS  1 out  2 leases  3 running  4 not_before
-- ARGV  1 recipient  2 lease in ms  3 owner or ""
-- returns the end of the lease in ms | 0: nothing waits, another has it, it waits after a failure, or the time is not trusted
-- Keeps: what claim keeps, but for the time; a recipient that is leased, or that waits to be tried again, is left alone.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[3], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return '0' end
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return '0' end
if tonumber(redis.call('HGET', KEYS[4], ARGV[1]) or 0) > now then return '0' end
local ends = string.format('%.0f', now + tonumber(ARGV[2]))
redis.call('ZADD', KEYS[1], 'XX', ends, ARGV[1])
if ARGV[3] ~= '' then redis.call('ZADD', KEYS[2], ends, ARGV[3] .. ' ' .. ARGV[1]) end
redis.call('HSET', KEYS[4], ARGV[1], ends)
return ends
