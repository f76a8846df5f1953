-- Use a login code: the first use ends all codes of the account made until now; its sender may repeat it for a while.
-- KEYS  1 account  2 what is kept of the code's use  3 revoked, of the same bucket
-- ARGV  1 when the code was made (ms, the store's clock)  2 id of the token to be made  3 who sends it: a word without blanks
--       4 for how long it may be repeated (ms)  5 for how long its use is kept (ms): longer than any code is good
-- returns {"first", ""} | {"again", id of the token whose place the new one takes} | {"used", ""}: by somebody else, too long
--         ago, or its token was revoked since | {"ended", ""}: the account is gone, or another code ended this one
-- Keeps: codes_ended never goes back; of several codes used at once one wins, and of several senders of one code one. Each
-- token's place is taken by exactly one other, so of several sent again at once the last is left.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('GET', KEYS[2])
if kept then
  local token, since, sender = string.match(kept, '^(%S+) (%d+) (%S+)$')
  if now - tonumber(since) > tonumber(ARGV[4]) or sender ~= ARGV[3] then return {'used', ''} end
  if redis.call('ZSCORE', KEYS[3], token) then return {'used', ''} end
  redis.call('SET', KEYS[2], ARGV[2] .. ' ' .. since .. ' ' .. ARGV[3], 'KEEPTTL')
  return {'again', token}
end
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'departing') == 1 then return {'ended', ''} end
local ended = redis.call('HGET', KEYS[1], 'codes_ended')
if ended and tonumber(ARGV[1]) <= tonumber(ended) then return {'ended', ''} end
redis.call('HSET', KEYS[1], 'codes_ended', string.format('%.0f', now))
redis.call('SET', KEYS[2], string.format('%s %.0f %s', ARGV[2], now, ARGV[3]), 'PX', ARGV[5])
return {'first', ''}
