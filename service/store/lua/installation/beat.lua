-- One beat of the clock: until when the store's time may be trusted. A gap since the last beat is kept as an outage.
-- KEYS  1 running  2 due
-- ARGV  1 the store's time as the clock expects it (ms), or "" if it cannot know  2 a difference not worth a word (ms)
--       3 how long the time is trusted without another beat (ms)  4 how many outages are kept
-- returns {what, the store's time, the last beat before this or ""}: "beat" | "outage": one was found and is kept | "jumped",
--         "back": the time is not as expected, nothing was written | "halted": the operator has halted the service
--         An outage is {since, until, 'outage'}, or 'restored' when the store was put back to a backup meanwhile.
-- Keeps: outages are disjoint and in order; after one, every match with a time is due, so that it gets its time back.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'beat', 'until', 'outages', 'halted', 'accepted', 'restored')
local beat, trusted = tonumber(known[1] or ''), tonumber(known[2] or '')
local small, span = tonumber(ARGV[2]), tonumber(ARGV[3])
local function answer(what) return {what, string.format('%.0f', now), known[1] or ''} end
if known[4] then return answer('halted') end
local ahead = ARGV[1] ~= '' and now - tonumber(ARGV[1]) or 0
if known[5] then beat = beat and math.min(beat, now)
elseif math.abs(ahead) > span then return answer('jumped')
elseif beat and now < beat - small then return answer('back') end
local outage = beat and (now > trusted or ahead > small or known[6])
if outage then
  local outages = cjson.decode(known[3] or '[]')
  outages[#outages + 1] = {beat, now, known[6] and 'restored' or 'outage'}
  while #outages > tonumber(ARGV[4]) do table.remove(outages, 1) end
  redis.call('HSET', KEYS[1], 'outages', cjson.encode(outages))
  for _, match in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], now, '+inf')) do redis.call('ZADD', KEYS[2], now, match) end
end
redis.call('HSET', KEYS[1], 'beat', string.format('%.0f', now), 'until', string.format('%.0f', now + span))
if known[5] or known[6] then redis.call('HDEL', KEYS[1], 'accepted', 'restored') end
return answer(outage and 'outage' or 'beat')
