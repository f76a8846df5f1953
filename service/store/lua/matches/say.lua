-- Keep what a seat says to its partners until a worker writes it into the log; the match becomes due at once.
-- KEYS  1 match  2 secrets  3 due  4 revoked  5 running
-- ARGV  1 the request, as JSON: id, seat, message, n (the log's length in the judged state), size (what the message counts,
--       in bytes), most_bytes (of these per seat and match), most_a_minute (messages per seat); where it has one, token
-- returns {outcome, the message as stored (JSON), or ms to wait when it is "fast", or ""}; only "stored" has
--         written anything; "torn": see act
-- Keeps: an id is stored once; seq has no gaps; av counts messages like acts, so no step passes over one it has not read,
-- and base is due too, so no act puts it off.
local said = cjson.decode(ARGV[1])
local id, seat, message = 'said:' .. said.id, tostring(said.seat), said.message
if said.token and redis.call('ZSCORE', KEYS[4], said.token) then return {'revoked', ''} end
local m = redis.call('HMGET', KEYS[1], 'status', 'n', 'av', 'w')
if m[4] and m[4] ~= m[2] .. ':' .. m[3] then return {'torn', ''} end
if m[1] ~= 'running' then return {'gone', ''} end
local stored = redis.call('HGET', KEYS[2], id)
if stored then return {'same', stored} end
if tonumber(m[2]) ~= said.n then return {'stale', ''} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[5], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
local talk = cjson.decode(redis.call('HGET', KEYS[2], 'talk') or '{"seq":0,"seats":{}}')
local mine = talk.seats[seat] or {bytes = 0, since = 0, count = 0}
if now >= mine.since + 60000 then mine.since, mine.count = now, 0 end
if mine.count >= said.most_a_minute then return {'fast', string.format('%.0f', mine.since + 60000 - now)} end
if mine.bytes + said.size > said.most_bytes then return {'full', ''} end
mine.bytes, mine.count = mine.bytes + said.size, mine.count + 1
talk.seq, talk.seats[seat] = talk.seq + 1, mine
message.seq, message.at = talk.seq, now
stored = cjson.encode(message)
local av = redis.call('HINCRBY', KEYS[1], 'av', 1)
redis.call('HSET', KEYS[2], id, stored, 'talk', cjson.encode(talk))
redis.call('ZADD', KEYS[3], now, string.match(KEYS[1], '[^:]+$'))
redis.call('HSET', KEYS[1], 'due', now, 'base', now, 'w', m[2] .. ':' .. av)
return {'stored', stored}
