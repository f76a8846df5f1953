-- Erase what was said to the whole table: one message, or all of an account, with what it has muted.
-- KEYS  1 talk
-- ARGV  1 number of the message, or ""  2 account whose messages these are, or "" for anybody's
-- returns how many were erased
-- Keeps: an erased message leaves nothing but its number and its name, which are no text.
local fields = ARGV[1] ~= '' and {'said:' .. ARGV[1]} or redis.call('HKEYS', KEYS[1])
local erased = 0
for _, field in ipairs(fields) do
  if string.sub(field, 1, 5) == 'said:' then
    local stored = redis.call('HGET', KEYS[1], field)
    if stored and (ARGV[2] == '' or cjson.decode(stored).player == ARGV[2]) then
      erased = erased + redis.call('HDEL', KEYS[1], field)
    end
  end
end
if ARGV[1] == '' then redis.call('HDEL', KEYS[1], 'muted:' .. ARGV[2]) end
if erased > 0 then redis.call('HINCRBY', KEYS[1], 'changes', 1) end
return erased
