-- Set or end a seat's standing orders: stored like an act, and consulted at once because the match becomes due.
-- KEYS  1 match  2 acts  3 secrets  4 seen  5 due  6 revoked  7 running
-- ARGV  1 the orders, as JSON: seat, replaces, mailed (the whole document was said in a mail); where they have them commitment
--       (none ends them), box, token, signature (the seat's own), beside (the decision with whose answer a letter said them), n
--       (length of the log as the seat was seen in it: where another may have it by now, it must not have grown). Beside them
--       commitment_number, as a text (see act); most (changes of orders by a seat in a match)
-- returns {outcome, the seat's order act as JSON or ""}; only "stored" has written anything; "torn": see act
-- Keeps: seq has no gaps; av counts orders like acts, so a lock never works with orders it has not read; base is due too, so
-- no act puts the look off.
local act = cjson.decode(ARGV[1])
local field, commitment = tostring(act.seat) .. ':orders', act.commitment
if act.token and redis.call('ZSCORE', KEYS[6], act.token) then return {'revoked', ''} end
local m = redis.call('HMGET', KEYS[1], 'status', 'n', 'head', 'av', 'w')
if m[5] and m[5] ~= m[2] .. ':' .. m[4] then return {'torn', ''} end
if m[1] ~= 'running' then return {'gone', ''} end
if act.n and act.n ~= tonumber(m[2]) then return {'stale', ''} end
local stored = redis.call('HGET', KEYS[2], field)
local old = stored and cjson.decode(stored)
local standing = old and old.commitment ~= cjson.null and old.commitment or nil
if old and standing == commitment then return {'same', stored} end
if act.replaces ~= (old and old.seq or 0) then return {'conflict', stored or ''} end
if commitment and old and old.seq >= act.most then return {'full', stored} end
if commitment and redis.call('SISMEMBER', KEYS[4], act.commitment_number) == 1 then return {'seen', stored or ''} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[7], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
stored = cjson.encode({act = 'order', seq = (old and old.seq or 0) + 1,
  commitment = commitment or cjson.null, custody = 'escrow', received = now,
  first = old and old.first or now, n = tonumber(m[2]), head = m[3], wait = false, opened = false,
  signature = act.signature, beside = act.beside, mailed = act.mailed or nil})
local av = redis.call('HINCRBY', KEYS[1], 'av', 1)
if commitment then redis.call('SADD', KEYS[4], act.commitment_number) end
redis.call('HSET', KEYS[2], field, stored)
if act.box then redis.call('HSET', KEYS[3], 'box:' .. field, act.box)
else redis.call('HDEL', KEYS[3], 'box:' .. field) end
redis.call('ZADD', KEYS[5], now, string.match(KEYS[1], '[^:]+$'))
redis.call('HSET', KEYS[1], 'due', now, 'base', now, 'w', m[2] .. ':' .. av)
return {'stored', stored}
