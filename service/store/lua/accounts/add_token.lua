-- Store a token, unless it or the token that makes it was revoked.
-- KEYS  1 token  2 revoked, of the token's bucket
-- ARGV  1 token id  2 id of the token that makes it, or ""  3 when it expires (ms), or ""  4... field, value, ...
-- returns 1 it is stored, now or before | 0 one of the two was revoked
-- Keeps: a revoked token never comes back, and a token makes none once its revocation is marked here.
for i = 1, 2 do
  if ARGV[i] ~= '' and redis.call('ZSCORE', KEYS[2], ARGV[i]) then return 0 end
end
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('HSET', KEYS[1], unpack(ARGV, 4))
  if ARGV[3] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end
end
return 1
