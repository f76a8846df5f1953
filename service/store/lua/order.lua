-- Set or end a seat's standing orders: stored like an act, and consulted at once because the match becomes due.
-- KEYS  1 match  2 acts  3 secrets  4 seen  5 due  6 revoked  7 running
-- ARGV  1 seat  2 commitment or "" (ends them)  3 replaces  4 box or ""  5 token or ""
--       6 most changes of orders by a seat in a match  7 the seat's own signature, or ""  8 number of the commitment (see act)
--       9 the decision with whose answer a letter said them, or ""
--       10 length of the log as the seat was seen in it, or "": where another may have it by now, it must not have grown
--       11 "1" where the whole document was said in a mail, else ""
-- returns {outcome, the seat's order act as JSON or ""}; only "stored" has written anything; "torn": see act
-- Keeps: seq has no gaps; av counts orders like acts, so a lock never works with orders it has not read; base is due too, so
-- no act puts the look off.
local field, commitment = ARGV[1] .. ':orders', ARGV[2]
if ARGV[5] ~= '' and redis.call('ZSCORE', KEYS[6], ARGV[5]) then return {'revoked', ''} end
local m = redis.call('HMGET', KEYS[1], 'status', 'n', 'head', 'av', 'w')
if m[5] and m[5] ~= m[2] .. ':' .. m[4] then return {'torn', ''} end
if m[1] ~= 'running' then return {'gone', ''} end
if ARGV[10] ~= '' and ARGV[10] ~= m[2] then return {'stale', ''} end
local stored = redis.call('HGET', KEYS[2], field)
local old = stored and cjson.decode(stored)
local standing = old and old.commitment ~= cjson.null and old.commitment or ''
if old and standing == commitment then return {'same', stored} end
if tonumber(ARGV[3]) ~= (old and old.seq or 0) then return {'conflict', stored or ''} end
if commitment ~= '' and old and old.seq >= tonumber(ARGV[6]) then return {'full', stored} end
if commitment ~= '' and redis.call('LPOS', KEYS[4], ARGV[8]) then return {'seen', stored or ''} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[7], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
stored = cjson.encode({act = 'order', seq = (old and old.seq or 0) + 1,
  commitment = commitment ~= '' and commitment or cjson.null, custody = 'escrow', received = now,
  first = old and old.first or now, n = tonumber(m[2]), head = m[3], wait = false, opened = false,
  signature = ARGV[7] ~= '' and ARGV[7] or nil, beside = ARGV[9] ~= '' and ARGV[9] or nil,
  mailed = ARGV[11] == '1' or nil})
local av = redis.call('HINCRBY', KEYS[1], 'av', 1)
if commitment ~= '' then redis.call('RPUSH', KEYS[4], ARGV[8]) end
redis.call('HSET', KEYS[2], field, stored)
if ARGV[4] ~= '' then redis.call('HSET', KEYS[3], 'box:' .. field, ARGV[4])
else redis.call('HDEL', KEYS[3], 'box:' .. field) end
redis.call('ZADD', KEYS[5], now, string.match(KEYS[1], '[^:]+$'))
redis.call('HSET', KEYS[1], 'due', now, 'base', now, 'w', m[2] .. ':' .. av)
return {'stored', stored}
