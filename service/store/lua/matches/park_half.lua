-- Put a match aside of which a crash tore a step; only its operator can take it up again.
-- KEYS  1 match  2 lines  3 due  4 parked
-- ARGV  1 match id  2 reason  3 n  4 av  5 head  6 w or ""  7 length of the log
-- returns the entry (JSON) | nil: it was written to since it was judged; nothing was written
-- Keeps: what was judged still stands. Half of a step may have any head, so the head proves nothing by itself; but every step
-- and every act changes n or av, and whatever completes or repeats a half one changes one of these five. No lease is needed:
-- a worker who holds one cannot write on top of half a step (see transition), and would come to the same end.
-- It waits already: the entry stays as it is, and the match leaves the due times, where an act may have put it.
local id = ARGV[1]
local m = redis.call('HMGET', KEYS[1], 'n', 'av', 'head', 'w')
for i = 1, 4 do
  if (m[i] or '') ~= ARGV[i + 2] then return false end
end
if redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[7]) then return false end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stored = redis.call('HGET', KEYS[4], id)
local readable, old = pcall(cjson.decode, stored or '{}')
if not readable or type(old) ~= 'table' then old = {} end
local begins = old.next == cjson.null and type(old.reason) == 'string' and string.sub(old.reason, 1, 11)
local waits = begins == 'half a step' or begins == 'set aside: '
if not waits then
  stored = cjson.encode({reason = ARGV[2], since = tonumber(old.since) or now, attempts = (tonumber(old.attempts) or 0) + 1,
    version = '', next = cjson.null})
  redis.call('HSET', KEYS[4], id, stored)
end
redis.call('ZREM', KEYS[3], id)
return stored
