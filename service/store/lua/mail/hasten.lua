-- Let the news of a recipient be tried again now, whatever back-off they wait for after a failure.
-- KEYS  1 out  2 not_before  3 queue
-- ARGV  1 recipient
-- returns 1 due now | 0 nothing waits | 2 a letter is being handed over at this moment: nothing was changed
-- Keeps: nobody's hand-over is disturbed. A deliverer that has the recipient leased loses the lease, and cannot mark any more.
if redis.call('HEXISTS', KEYS[3], 'handing') == 1 then return 2 end
if redis.call('HLEN', KEYS[3]) - redis.call('HEXISTS', KEYS[3], 'attempts') == 0 then return 0 end
local time = redis.call('TIME')
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return 1
