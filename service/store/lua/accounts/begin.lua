-- Let the first request with an idempotency key through, show later ones what became of it.
-- KEYS  1 the key's record  2 revoked, of the same bucket
-- ARGV  1 record of a running request (JSON)  2 how long it may run (ms)  3 token or ""
-- returns what stood there before, nil: go ahead, or "revoked": the token was
-- Keeps: of several at once exactly one goes ahead; the same record again (a lost reply) goes ahead too.
if ARGV[3] ~= '' and redis.call('ZSCORE', KEYS[2], ARGV[3]) then return 'revoked' end
local before = redis.call('GET', KEYS[1])
if before and before ~= ARGV[1] then return before end
if not before then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return false
