-- End the leases of an owner who is known to be dead, or of everybody: what was claimed is due now.
-- KEYS  1 due  2 out  3 not_before  4 leases
-- ARGV  1 owner, or "" for all
-- returns how many became due
-- Keeps: a lease that somebody else got meanwhile, and a member that was settled, are left alone: their times differ.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local released = 0
local leases = redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES')
for i = 1, #leases, 2 do
  local owner, member = string.match(leases[i], '^(%S+) (%S+)$')
  if owner and (ARGV[1] == '' or owner == ARGV[1]) then
    local recipient = string.find(member, ':', 1, true)
    local set = recipient and KEYS[2] or KEYS[1]
    if redis.call('ZSCORE', set, member) == leases[i + 1] then
      redis.call('ZADD', set, 'XX', now, member)
      if recipient then redis.call('HDEL', KEYS[3], member) end
      released = released + 1
    end
    redis.call('ZREM', KEYS[4], leases[i])
  end
end
return released
