-- Forget an account that goes, once nothing of it is left but lists of matches that are over.
-- KEYS  1 account  2 departing, of the same bucket  3 its matches that are not over  4 news of the account  5 out
--       6 not_before  7... the other keys of the account
-- ARGV  1 account  2 recipient
-- returns 1 it is gone | 0 it still has matches that are not over, or was not asked to go
-- Keeps: the account's own hash and its place on the list go with the last of the rest, so an interrupted run is found again.
if redis.call('HEXISTS', KEYS[1], 'departing') == 0 then
  if redis.call('EXISTS', KEYS[1]) == 0 then redis.call('SREM', KEYS[2], ARGV[1]) end
  return 0
end
if redis.call('SCARD', KEYS[3]) > 0 then return 0 end
for i = 7, #KEYS do redis.call('DEL', KEYS[i]) end
redis.call('ZREM', KEYS[5], ARGV[2])
redis.call('HDEL', KEYS[6], ARGV[2])
redis.call('DEL', KEYS[4], KEYS[1])
redis.call('SREM', KEYS[2], ARGV[1])
return 1
