-- Use a link of a mail that signs its reader in: once, but its sender may repeat it for a while after a lost answer.
-- KEYS  1 account  2 what is kept of the link's use  3 revoked, of the same bucket
-- ARGV  1 id of the token to be made  2 who sends it: a word without blanks  3 for how long it may be repeated (ms)
--       4 for how long its use is kept (ms): longer than any link is good  5 when its letter was due (ms)
-- returns {"first", ""} | {"again", id of the token whose place the new one takes} | {"used", ""}: by somebody else, too long
--         ago, or its token was revoked since | {"ended", ""}: the account is gone, or has ended its links since
-- Keeps: of several senders of one link one wins. Each token's place is taken by exactly one other. Login codes, and the links
-- of other mails, stay good.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local kept = redis.call('GET', KEYS[2])
if kept then
  local token, since, sender = string.match(kept, '^(%S+) (%d+) (%S+)$')
  if now - tonumber(since) > tonumber(ARGV[3]) or sender ~= ARGV[2] then return {'used', ''} end
  if redis.call('ZSCORE', KEYS[3], token) then return {'used', ''} end
  redis.call('SET', KEYS[2], ARGV[1] .. ' ' .. since .. ' ' .. sender, 'KEEPTTL')
  return {'again', token}
end
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'departing') == 1 then return {'ended', ''} end
local ended = redis.call('HGET', KEYS[1], 'links_ended')
if ended and tonumber(ARGV[5]) <= tonumber(ended) then return {'ended', ''} end
redis.call('SET', KEYS[2], string.format('%s %.0f %s', ARGV[1], now, ARGV[2]), 'PX', ARGV[4])
return {'first', ''}
