-- Lease what is due: whoever gets a member has it alone until the lease ends.
-- KEYS  1 the sorted set of due members  2 leases  3 running  4 (recipients only) not_before
-- ARGV  1 lease in ms  2 at most so many  3 owner or ""  4 only what was due by then (ms; absent: by now)
-- returns {end of the lease in ms, member...}, the longest overdue first; no members while the time is not trusted
-- Keeps: nothing is handed out before its time, or to two at once; when the owner dies it is due again after the lease.
-- Whose a lease is stands in leases until it ends, so that end_leases can end those of a dead owner.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[3], 'until', 'beat', 'halted')
local ends = string.format('%.0f', now + tonumber(ARGV[1]))
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return {ends} end
local members = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[4] and math.min(now, ARGV[4]) or now, 'LIMIT', 0, ARGV[2])
if #members > 0 then redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now) end
for _, member in ipairs(members) do
  redis.call('ZADD', KEYS[1], 'XX', ends, member)
  if ARGV[3] ~= '' then redis.call('ZADD', KEYS[2], ends, ARGV[3] .. ' ' .. member) end
  if KEYS[4] then redis.call('HSET', KEYS[4], member, ends) end
end
table.insert(members, 1, ends)
return members
