-- Let an account go: from now on nobody finds it, and what it said of its owner is gone, but for the addresses that lead to it.
-- KEYS  1 account  2 departing, of the same bucket
-- ARGV  1 account  2 'unkept': only as long as it has no address, else ''
-- returns the addresses that lead to it, separated by blanks, perhaps none | nil: there is no such account, or it has an address
-- Keeps: an account that goes is listed before anything is taken from it; asked again, it answers as the first time.
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
if ARGV[2] == 'unkept' and (redis.call('HGET', KEYS[1], 'mail') or '') ~= '' then return false end
redis.call('SADD', KEYS[2], ARGV[1])
local address = redis.call('HGET', KEYS[1], 'departing')
if address then return address end
address = redis.call('HGET', KEYS[1], 'mail') or ''
local read, prefs = pcall(cjson.decode, redis.call('HGET', KEYS[1], 'prefs') or '')
if read and type(prefs) == 'table' and type(prefs.other_mails) == 'table' then
  for _, one in ipairs(prefs.other_mails) do
    if type(one) == 'string' then address = address .. ' ' .. one end
  end
end
redis.call('HSET', KEYS[1], 'departing', address)
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if field ~= 'departing' then redis.call('HDEL', KEYS[1], field) end
end
return address
