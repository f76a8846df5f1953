-- Take an account away whose address nobody confirmed and which owns nothing.
-- KEYS  1 account  2 its matches  3 those that are over  4 its tokens  5 places kept  6 tables kept
--       7 news of the account  8 those settled  9 its delivery records  10 out  11 not_before  12 feed  13 its marks
--       14 what was given up
-- ARGV  1 asked for before (ms): later ones stay  2 now (ms)  3 recipient
-- returns the email address that led to it | nil: it stays
-- Keeps: an account that was confirmed, has or had matches or tokens, or has said what mail it wants is never taken. One that
-- does not say when it was made counts from now on.
local a = redis.call('HMGET', KEYS[1], 'verified', 'asked', 'created', 'mail', 'prefs')
if a[1] ~= '0' or not a[4] or a[4] == '' or a[5] ~= '{}' then return false end
for i = 2, 6 do
  -- Asked for as what they are: of another type, they are somebody's to look at.
  local count = i == 2 and 'SCARD' or i == 4 and 'SCARD' or 'ZCARD'
  if redis.call(count, KEYS[i]) > 0 then return false end
end
local since = tonumber(a[2] or '') or tonumber(a[3] or '')
if not since then
  redis.call('HSET', KEYS[1], 'asked', ARGV[2])
  return false
end
if since > tonumber(ARGV[1]) then return false end
redis.call('DEL', KEYS[1], KEYS[7], KEYS[8], KEYS[9], KEYS[12], KEYS[13], KEYS[14])
redis.call('ZREM', KEYS[10], ARGV[3])
redis.call('HDEL', KEYS[11], ARGV[3])
return a[4]
