-- Say whether a match stands as somebody has read it: perhaps at a server that another had replaced. Writes nothing.
-- KEYS  1 match  2 acts  3 secrets
-- ARGV  1 basis (JSON; see transition)
-- returns 1 it does | 0 it has gone on, or has another history
local basis = cjson.decode(ARGV[1])
if redis.call('HGET', KEYS[1], 'head') ~= basis.head or redis.call('HLEN', KEYS[2]) ~= basis.acts then return 0 end
for _, read in ipairs(basis.read) do
  if redis.sha1hex(redis.call('HGET', KEYS[read[1]], read[2]) or '') ~= read[3] then return 0 end
end
return 1
