-- Lease webhooks that are due: whoever gets one has it alone until the lease ends.
-- KEYS  1 webhooks that are due  2 leases
-- ARGV  1 lease in ms  2 at most so many
-- returns {end of the lease in ms, webhook...}, the longest overdue first
-- Keeps: one is never handed out before its lease ends, even if news make it due; whoever finishes it sees to those.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local ends = string.format('%.0f', now + tonumber(ARGV[1]))
local found = {ends}
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 1000)) do
  local held = redis.call('HGET', KEYS[2], member)
  if held and tonumber(held) > now then
    redis.call('ZADD', KEYS[1], held, member)
  elseif #found <= tonumber(ARGV[2]) then
    redis.call('ZADD', KEYS[1], ends, member)
    redis.call('HSET', KEYS[2], member, ends)
    table.insert(found, member)
  end
end
return found
