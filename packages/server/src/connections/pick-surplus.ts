/** A connection as the limits see it. */
export interface Connection {
  /** By what its client is counted: an address or network; null: a trusted proxy, counted in the total alone. */
  network: string | null
  /** It carries a call that was let in. */
  isBusy: boolean
  /** Milliseconds on the monotonic clock when it was first seen. */
  seenAt: number
}

export interface ConnectionLimits {
  /** 0: no limit. */
  perNetwork: number
  total: number
  /** Beyond so many even the newest are closed: there would be no room for others to come in. */
  utmost: number
}

/**
 * Picks the connections to be closed so that the limits hold: those that carry nothing, the oldest first. One that is seen
 * for the first time stays, so that newcomers have the time to say who they are.
 */
export function pickSurplus<One extends Connection>(
  connections: readonly One[],
  { perNetwork, total, utmost }: ConnectionLimits,
  now: number,
): One[] {
  const counts = new Map<string, number>()
  for (const { network } of connections) if (network !== null) counts.set(network, (counts.get(network) ?? 0) + 1)
  const surplus = new Set<One>()
  const idle = connections.filter(({ isBusy }) => !isBusy).sort((a, b) => a.seenAt - b.seenAt)

  for (const connection of idle) {
    const { network, seenAt } = connection
    const count = network === null ? 0 : (counts.get(network) ?? 0)
    if (network === null || perNetwork === 0 || count <= perNetwork || seenAt === now) continue
    counts.set(network, count - 1)
    surplus.add(connection)
  }
  for (const connection of idle) {
    const left = connections.length - surplus.size
    if (left <= total) break
    if (connection.seenAt < now || left > utmost) surplus.add(connection)
  }
  return [...surplus]
}
