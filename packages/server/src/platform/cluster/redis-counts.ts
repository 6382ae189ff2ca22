import { type Counted, type Counts, CountsUnavailable, NO_SLOT, PLACE_WAIT_MS } from '../counts/counts.ts'
import { SLOTS_IN_WINDOW } from '../counts/sliding-count.ts'

/**
 * Runs the counting script in Redis.
 * @throws if Redis is away
 */
export type RunCounts = (keys: readonly string[], given: readonly (string | number)[]) => Promise<number[]>

export interface RedisCountsPace {
  /** The longest time a call waits for Redis. */
  patienceMs?: number
  /** How long Redis is not asked after a failure. */
  restMs?: number
  /** A node that is silent this long no longer counts as running anything. */
  leaseMs?: number
}

/**
 * Requests to the script: take amounts, correct one, or state what is running at this node.
 *
 * A window is a hash from slots to sums. Running calls are a hash from nodes to `count expiry`. Time is Redis's own; if
 * its clock is set back by less than a window, the newest slot continues.
 */
export const COUNTS_SCRIPT = `
local at = redis.call('TIME')
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local verb, node, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
local plans = {}

local function run(key, count)
  if count > 0 then
    redis.call('HSET', key, node, count .. ' ' .. (now + lease))
    redis.call('PEXPIRE', key, lease * 2)
  else
    redis.call('HDEL', key, node)
  end
end

local function exceeds_running(key, limit, count)
  local fields, others = redis.call('HGETALL', key), 0
  for i = 1, #fields, 2 do
    local runs, ends = string.match(fields[i + 1], '^(%d+) (%d+)$')
    if not ends or tonumber(ends) <= now then redis.call('HDEL', key, fields[i])
    elseif fields[i] ~= node then others = others + tonumber(runs) end
  end
  return limit > 0 and others + count > limit and others + count > 1
end

local function current(fields, slot_ms)
  local slot = math.floor(now / slot_ms)
  local newest = slot
  for i = 1, #fields, 2 do newest = math.max(newest, tonumber(fields[i])) end
  if newest - slot <= ${SLOTS_IN_WINDOW} then return newest end
  return slot
end

local function wait_of(key, slot_ms, limit, amount)
  local fields = redis.call('HGETALL', key)
  local slot = current(fields, slot_ms)
  local sums, counted = {}, 0
  for i = 1, #fields, 2 do
    local one, sum = tonumber(fields[i]), tonumber(fields[i + 1])
    if one < slot - ${SLOTS_IN_WINDOW} or one > slot then redis.call('HDEL', key, fields[i])
    else sums[one] = sum; counted = counted + sum end
  end
  local excess = math.min(counted, counted + amount - limit)
  if limit <= 0 or excess <= 0 then return slot, 0 end
  local leaving = slot - ${SLOTS_IN_WINDOW}
  while leaving < slot do
    excess = excess - (sums[leaving] or 0)
    if excess <= 0 then break end
    leaving = leaving + 1
  end
  return slot, math.ceil((leaving + ${SLOTS_IN_WINDOW + 1}) * slot_ms - now)
end

if verb == 'run' then
  for i, key in ipairs(KEYS) do run(key, tonumber(ARGV[i + 3])) end
  return {}
end
if verb == 'correct' then
  local slot, change = ARGV[4], tonumber(ARGV[5])
  if redis.call('HEXISTS', KEYS[1], slot) == 1 and redis.call('HINCRBY', KEYS[1], slot, change) < 0 then
    redis.call('HSET', KEYS[1], slot, 0)
  end
  return {}
end
for i, key in ipairs(KEYS) do
  local window, limit, amount = tonumber(ARGV[i * 3 + 1]), tonumber(ARGV[i * 3 + 2]), tonumber(ARGV[i * 3 + 3])
  if window == 0 then
    if exceeds_running(key, limit, amount) then return {i, ${PLACE_WAIT_MS}} end
    plans[i] = ${NO_SLOT}
  else
    local slot, wait = wait_of(key, window / ${SLOTS_IN_WINDOW}, limit, amount)
    if wait > 0 then return {i, wait} end
    plans[i] = slot
  end
end
for i, key in ipairs(KEYS) do
  local window, amount = tonumber(ARGV[i * 3 + 1]), tonumber(ARGV[i * 3 + 3])
  if window == 0 then run(key, amount)
  else
    redis.call('HINCRBY', key, plans[i], amount)
    redis.call('PEXPIRE', key, math.ceil(window * 2))
  end
end
table.insert(plans, 1, 0)
return plans
`

/** Counts shared by all nodes, kept in Redis: each question is one command, decided in Redis. */
export function redisCounts(
  run: RunCounts,
  { patienceMs = 250, restMs = 1_000, leaseMs = 30_000 }: RedisCountsPace = {},
): Counts & { close(): void } {
  const node = crypto.randomUUID()
  /** The running calls of this node, including those being requested. */
  const running = new Map<string, number>()
  let restsUntil = 0

  const nameOf = ({ key, windowMs }: { key: string; windowMs: number }) => `${key}:${windowMs}`
  const runs = (name: string, change: number) => {
    const count = Math.max(0, (running.get(name) ?? 0) + change)
    if (count > 0) running.set(name, count)
    else running.delete(name)
    return count
  }
  const say = (keys: string[], verb: string, given: number[]) =>
    void run(keys, [verb, node, leaseMs, ...given]).catch(() => undefined)

  async function ask(keys: readonly string[], given: readonly number[]): Promise<number[]> {
    if (performance.now() < restsUntil) throw new CountsUnavailable('Redis did not answer recently')
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      restsUntil = performance.now() + restMs
      reject(new CountsUnavailable('Redis did not answer'))
    }, patienceMs)
    try {
      return await Promise.race([run(keys, ['take', node, leaseMs, ...given]), late])
    } catch (error) {
      throw error instanceof CountsUnavailable ? error : new CountsUnavailable((error as Error).message)
    } finally {
      clearTimeout(timer)
    }
  }

  const beat = setInterval(() => {
    if (running.size > 0) say([...running.keys()], 'run', [...running.values()])
  }, leaseMs / 3)
  beat.unref()

  return {
    async take(counts): Promise<Counted> {
      const names = counts.map(nameOf)
      const takeBack = () =>
        counts.forEach((count, at) => {
          if (count.windowMs === 0) runs(names[at] ?? '', -count.amount)
        })
      const given = counts.flatMap((count, at) => [
        count.windowMs,
        count.limit,
        // Redis gets the sum of running calls, so that it recovers after losing its data.
        count.windowMs === 0 ? runs(names[at] ?? '', count.amount) : count.amount,
      ])
      try {
        const [exceeded = 0, ...rest] = await ask(names, given)
        if (exceeded === 0) return { slots: rest }
        takeBack()
        return { exceeded: exceeded - 1, waitMs: rest[0] ?? 0 }
      } catch (error) {
        takeBack()
        throw error
      }
    },
    correct(count, slot, change) {
      const name = nameOf(count)
      if (count.windowMs === 0) say([name], 'run', [runs(name, change)])
      else say([name], 'correct', [slot, change])
    },
    close: () => clearInterval(beat),
  }
}
