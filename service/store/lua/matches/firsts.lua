-- Tell the earliest times in indexes. Writes nothing.
-- KEYS  indexes: sorted sets of times (ms)
-- ARGV  none
-- returns the server's time, as TIME replies; then per index: its earliest time | nil: it is empty, or no sorted set
local replies = {redis.call('TIME')}
for i, key in ipairs(KEYS) do
  replies[i + 1] = redis.pcall('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or false
end
return replies
