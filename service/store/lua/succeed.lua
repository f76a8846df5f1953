-- Let the token of a login that is sent again take the place of the one made before.
-- KEYS  1 which token the login made
-- ARGV  1 which it makes now
-- returns which one it made before, nil: nobody knows (any more)
-- Keeps: each token's place is taken by exactly one other, so of several sent again at once all but the last are revoked.
local before = redis.call('GET', KEYS[1])
if before then redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL') end
return before
