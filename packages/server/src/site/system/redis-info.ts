import type { StorageGrowth, SystemState } from '@tollgate/contract'

/** The figures of Redis now. */
export type RedisState = Omit<NonNullable<SystemState['redis']>, keyof StorageGrowth>

const AWAY: RedisState = { version: null, used_bytes: null, peak_bytes: null, clients: null, keys: null }

/** null: there is no Redis. */
export async function redisState(info: () => Promise<string> | null): Promise<RedisState | null> {
  const asked = info()
  return asked && asked.then(parseRedisInfo, () => AWAY)
}

/** Reads lines of `name:value`, as Redis tells of itself; what it does not tell is null. */
export function parseRedisInfo(text: string): RedisState {
  const values = new Map(
    text.split('\n').map(line => {
      const colon = line.indexOf(':')
      return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trim()] as const
    }),
  )
  const numberOf = (name: string) => {
    const value = Number(values.get(name) || Number.NaN)
    return Number.isFinite(value) ? value : null
  }
  return {
    version: values.get('redis_version') ?? null,
    used_bytes: numberOf('used_memory'),
    peak_bytes: numberOf('used_memory_peak'),
    clients: numberOf('connected_clients'),
    keys: keysIn(values),
  }
}

/** Of all its databases, each of which has a line such as `db0:keys=12,expires=3`. An empty one has none. */
function keysIn(values: ReadonlyMap<string, string>): number | null {
  if (values.size <= 1) return null
  const counts = Array.from(values, ([name, value]) =>
    /^db\d+$/.test(name) ? Number(/^keys=(\d+)/.exec(value)?.[1] ?? 0) : 0,
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
