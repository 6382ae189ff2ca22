import type { SystemState } from '@tollgate/contract'

/** Reads lines of `name:value`, as Redis tells of itself; what it does not tell is null. */
export function parseRedisInfo(text: string): NonNullable<SystemState['redis']> {
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
  }
}
