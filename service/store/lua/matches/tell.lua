-- Keep what a seat says to the whole table. The match itself, its log and its due time are not touched.
-- KEYS  1 match  2 talk  3 revoked  4 running
-- ARGV  1 the request, as JSON: name, status (of the match as it was judged), seat, message, size (what it counts, in bytes),
--       most_bytes (of these per seat), most_a_minute (messages per seat); where they are known: token, ends (ms: when a closed
--       match's talk is erased)
-- returns {outcome, the message as stored (JSON), its number}, or {"fast", ms to wait}; only "stored" has written anything
-- Keeps: a name is stored once, and stays known after its message was erased; numbers are never used again; of a closed match
-- everything expires.
local said = cjson.decode(ARGV[1])
if said.token and redis.call('ZSCORE', KEYS[3], said.token) then return {'revoked', ''} end
local status = redis.call('HGET', KEYS[1], 'status')
if not status then return {'gone', ''} end
local before = redis.call('HGET', KEYS[2], 'name:' .. said.name)
if before then return {'same', redis.call('HGET', KEYS[2], 'said:' .. before) or '', before} end
if status ~= said.status then return {'stale', ''} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[4], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
if said.ends and now >= said.ends then return {'gone', ''} end
local mine = cjson.decode(redis.call('HGET', KEYS[2], 'rate:' .. said.seat) or '{"bytes":0,"since":0,"count":0}')
if now >= mine.since + 60000 then mine.since, mine.count = now, 0 end
if mine.count >= said.most_a_minute then return {'fast', string.format('%.0f', mine.since + 60000 - now)} end
if mine.bytes + said.size > said.most_bytes then return {'full', ''} end
mine.bytes, mine.count = mine.bytes + said.size, mine.count + 1
said.message.at = now
local number, stored = redis.call('HINCRBY', KEYS[2], 'number', 1), cjson.encode(said.message)
redis.call('HSET', KEYS[2], 'said:' .. number, stored, 'name:' .. said.name, number, 'rate:' .. said.seat, cjson.encode(mine))
redis.call('HINCRBY', KEYS[2], 'changes', 1)
if said.ends then redis.call('PEXPIREAT', KEYS[2], said.ends) end
return {'stored', stored, tostring(number)}
