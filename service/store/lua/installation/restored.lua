-- Note that a bucket was put back to a backup, before the first beat after it.
-- KEYS  1 running
-- ARGV  1 when the backup was taken (ms)
-- returns 1: noted | 0: a clock has beaten since the backup, so it was noted before
-- Keeps: a bucket in which no clock ever beat gets a beat of the time of the backup, because the time since is lost there, too.
local beat = tonumber(redis.call('HGET', KEYS[1], 'beat') or '')
if beat and beat > tonumber(ARGV[1]) then return 0 end
if not beat then redis.call('HSET', KEYS[1], 'beat', ARGV[1], 'until', ARGV[1]) end
redis.call('HSET', KEYS[1], 'restored', ARGV[1])
return 1
