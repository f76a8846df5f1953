-- Change fields of a hash that exists; never bring a deleted one back.
-- KEYS  1 hash
-- ARGV  field, value, ...   ("TIME" as a value: the store's clock in ms)
-- returns 1 changed | 0 there is no such hash
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for i = 1, #ARGV, 2 do
  local value = ARGV[i + 1]
  if value == 'TIME' then
    local time = redis.call('TIME')
    value = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
  end
  redis.call('HSET', KEYS[1], ARGV[i], value)
end
return 1
