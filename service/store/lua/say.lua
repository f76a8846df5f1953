-- Keep what a seat says to its partners until a worker writes it into the log; the match becomes due at once.
-- KEYS  1 match  2 secrets  3 due  4 revoked  5 running
-- ARGV  1 id  2 seat  3 message (JSON)  4 n: the log's length in the judged state  5 token or ""
--       6 what the message counts (bytes)  7 most of these per seat and match  8 most messages per seat and minute
-- returns {outcome, the message as stored (JSON), or ms to wait when it is "fast", or ""}; only "stored" has
--         written anything; "torn": see act
-- Keeps: an id is stored once; seq has no gaps; av counts messages like acts, so no step passes over one it has not read,
-- and base is due too, so no act puts it off.
local id, seat = 'said:' .. ARGV[1], ARGV[2]
if ARGV[5] ~= '' and redis.call('ZSCORE', KEYS[4], ARGV[5]) then return {'revoked', ''} end
local m = redis.call('HMGET', KEYS[1], 'status', 'n', 'av', 'w')
if m[4] and m[4] ~= m[2] .. ':' .. m[3] then return {'torn', ''} end
if m[1] ~= 'running' then return {'gone', ''} end
local stored = redis.call('HGET', KEYS[2], id)
if stored then return {'same', stored} end
if m[2] ~= ARGV[4] then return {'stale', ''} end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local beat = redis.pcall('HMGET', KEYS[5], 'until', 'beat', 'halted')
if beat[3] or beat[1] and (now > tonumber(beat[1]) or now < beat[2] - 2000) then return redis.error_reply('CLOCK ' .. (beat[3] or 'the time is not trusted')) end
local talk = cjson.decode(redis.call('HGET', KEYS[2], 'talk') or '{"seq":0,"seats":{}}')
local mine = talk.seats[seat] or {bytes = 0, since = 0, count = 0}
if now >= mine.since + 60000 then mine.since, mine.count = now, 0 end
if mine.count >= tonumber(ARGV[8]) then return {'fast', string.format('%.0f', mine.since + 60000 - now)} end
if mine.bytes + tonumber(ARGV[6]) > tonumber(ARGV[7]) then return {'full', ''} end
mine.bytes, mine.count = mine.bytes + tonumber(ARGV[6]), mine.count + 1
talk.seq, talk.seats[seat] = talk.seq + 1, mine
local message = cjson.decode(ARGV[3])
message.seq, message.at = talk.seq, now
stored = cjson.encode(message)
local av = redis.call('HINCRBY', KEYS[1], 'av', 1)
redis.call('HSET', KEYS[2], id, stored, 'talk', cjson.encode(talk))
redis.call('ZADD', KEYS[3], now, string.match(KEYS[1], '[^:]+$'))
redis.call('HSET', KEYS[1], 'due', now, 'base', now, 'w', m[2] .. ':' .. av)
return {'stored', stored}
