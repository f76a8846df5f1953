-- Give the lease of a webhook back; it is due again when the first of what waits may be sent.
-- KEYS  1 webhook  2 its queue  3 webhooks that are due  4 leases  5 marks of the feed
-- ARGV  1 its name in the due set  2 end of the lease  3 not before (ms)  4 how many may wait
-- returns 1 given back | 0 the lease is another's
-- Keeps: a webhook with something to send is in the due set. Where matches keep their order, only the first event of each
-- counts. Tests do not wait for a pause to end.
if redis.call('HGET', KEYS[4], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[4], ARGV[1])
local has = redis.call('HMGET', KEYS[1], 'state', 'ordered', 'cursor', 'pause_until')
if not has[1] then
  redis.call('ZREM', KEYS[3], ARGV[1])
  return 1
end
local pause = tonumber(has[4] or '') or 0
local function before(one, other)
  local a, b = string.match(one, '^(%d+)-'), string.match(other, '^(%d+)-')
  if not a or not b then return one < other end
  if tonumber(a) ~= tonumber(b) then return tonumber(a) < tonumber(b) end
  return tonumber(string.match(one, '%-(%d+)$')) < tonumber(string.match(other, '%-(%d+)$'))
end
local first, next_at = {}, nil
local fields = redis.call('HGETALL', KEYS[2])
for i = 1, #fields, 2 do
  local readable, entry = pcall(cjson.decode, fields[i + 1])
  local at = readable and type(entry) == 'table' and tonumber(entry.due) or 0
  if readable and type(entry) == 'table' and not entry.test then
    if has[1] ~= 'active' then at = nil else at = math.max(at, pause) end
    if at and has[2] == '1' and type(entry.match) == 'string' then
      local known = first[entry.match]
      if not known or before(fields[i], known.position) then first[entry.match] = {position = fields[i], at = at} end
      at = nil
    end
  end
  if at and (not next_at or at < next_at) then next_at = at end
end
for _, one in pairs(first) do
  if not next_at or one.at < next_at then next_at = one.at end
end
local last = redis.call('HGET', KEYS[5], 'last') or '0-0'
if has[1] == 'active' and last ~= has[3] and #fields / 2 < tonumber(ARGV[4]) then next_at = math.min(next_at or pause, pause) end
if next_at then
  redis.call('ZADD', KEYS[3], math.max(next_at, ARGV[3]), ARGV[1])
else
  redis.call('ZREM', KEYS[3], ARGV[1])
end
return 1
