-- Set a match aside because its operator says so: nobody reads it or writes to it until he takes it up again.
-- KEYS  1 match  2 lines  3 due  4 parked
-- ARGV  1 match id  2 reason  3 how reasons of matches set aside begin
-- returns 1 set aside | 0 there is no such match here | -1 it is set aside already
-- Keeps: nothing of the match itself is changed, whatever it is. since stays where it was parked before, so that its players get
-- all of the time back. A worker who is at work on it cannot write any more (see transition).
local id = ARGV[1]
if redis.call('EXISTS', KEYS[1]) == 0 and redis.call('EXISTS', KEYS[2]) == 0 then return 0 end
local readable, old = pcall(cjson.decode, redis.call('HGET', KEYS[4], id) or '{}')
if not readable or type(old) ~= 'table' then old = {} end
if type(old.reason) == 'string' and string.find(old.reason, ARGV[3], 1, true) == 1 and old.next == cjson.null then return -1 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[4], id, cjson.encode({reason = ARGV[2], since = tonumber(old.since) or now,
  attempts = tonumber(old.attempts) or 0, version = '', next = cjson.null}))
redis.call('ZREM', KEYS[3], id)
return 1
