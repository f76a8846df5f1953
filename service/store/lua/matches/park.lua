-- Put a match aside whose step failed or whose record cannot be read, and say when it is tried again.
-- KEYS  1 match  2 due  3 parked
-- ARGV  1 match id  2 reason  3 end of the lease (ms) or ""  4 n or ""  5 head or ""  6 version of the code that failed
--       7 first delay (ms)  8 longest delay (ms)  9 "1" to wait for the operator instead of trying again
-- returns the entry (JSON) | nil: the lease is another's or over, or the log went on; nothing was written
-- Keeps: the caller has the lease or knows the head; since is when it was first put aside, attempts count up, the delay
-- doubles; the due set holds the next attempt, so the clock needs to know nothing of parking.
local id = ARGV[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if ARGV[3] ~= '' then
  local ends = tonumber(redis.call('ZSCORE', KEYS[2], id) or '')
  if ends ~= tonumber(ARGV[3]) or now >= ends then return false end
end
if ARGV[4] ~= '' then
  local m = redis.pcall('HMGET', KEYS[1], 'n', 'head')
  if m.err or m[1] ~= ARGV[4] or m[2] ~= ARGV[5] then return false end
end
local readable, old = pcall(cjson.decode, redis.call('HGET', KEYS[3], id) or '{}')
if not readable or type(old) ~= 'table' then old = {} end
local attempts = (tonumber(old.attempts) or 0) + 1
local entry = {reason = ARGV[2], since = tonumber(old.since) or now, attempts = attempts, version = ARGV[6], next = cjson.null}
if ARGV[9] ~= '1' then
  entry.next = now + math.min(tonumber(ARGV[7]) * 2 ^ math.min(attempts - 1, 30), tonumber(ARGV[8]))
end
local text = cjson.encode(entry)
redis.call('HSET', KEYS[3], id, text)
if entry.next == cjson.null then redis.call('ZREM', KEYS[2], id) else redis.call('ZADD', KEYS[2], entry.next, id) end
return text
