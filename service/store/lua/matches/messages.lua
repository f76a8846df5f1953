-- Read what was said in a match, and nothing else of its secrets. Writes nothing.
-- KEYS  1 secrets
-- ARGV  none
-- returns field, message (JSON), ... in no order
local found = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 5) == 'said:' then
    found[#found + 1] = field
    found[#found + 1] = redis.call('HGET', KEYS[1], field)
  end
end
return found
