-- Compare a match's due time with the index of due times, and mend the index.
-- KEYS  1 match  2 due  3 parked
-- ARGV  1 match id  2 how far in the future the lease of an overdue match may end (ms)
-- returns 0 they agree (or the match is leased, or parked) | 1 mended | an error: the match cannot be read
-- Keeps: the field decides, because every step writes both; only an index entry is ever changed. What is due already stays
-- due, because a beat may have asked for a look (beat): whoever looks gives it its own time back. Of a parked match the
-- next attempt decides, and an earlier one is left: an act asked for it. What cannot be read becomes due, so that a worker
-- looks at it and parks it.
local id = ARGV[1]
local score = tonumber(redis.call('ZSCORE', KEYS[2], id) or '')
local parked = redis.call('HGET', KEYS[3], id)
if parked then
  local readable, entry = pcall(cjson.decode, parked)
  local at = readable and type(entry) == 'table' and entry.next
  if score or not at or at == cjson.null then return 0 end
  redis.call('ZADD', KEYS[2], at, id)
  return 1
end
local due = redis.pcall('HGET', KEYS[1], 'due')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if type(due) == 'table' or (due and due ~= '' and not tonumber(due)) then
  if not score or score > now + tonumber(ARGV[2]) then redis.call('ZADD', KEYS[2], now, id) end
  return redis.error_reply('WRONGTYPE due')
end
if not due or due == '' then return redis.call('ZREM', KEYS[2], id) end
due = tonumber(due)
if score == due or score and score <= now and due > now then return 0 end
if score and due <= now and score > now and score <= now + tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[2], due, id)
return 1
