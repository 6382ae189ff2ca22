/** The facts about a connection that the limits need. */
export interface Connection {
  /**
   * The address or network by which its client is counted; null for a trusted proxy, which counts only in the total.
   */
  network: string | null
  /** Whether it carries an admitted call. */
  isBusy: boolean
  /** When it was first seen, in milliseconds of the monotonic clock. */
  seenAt: number
}

export interface ConnectionLimits {
  /** Limit of idle ones; 0: no limit. */
  perNetwork: number
  total: number
  /** Above this number even new connections are closed, to keep room for others. */
  utmost: number
}

/**
 * Returns the connections to close so that the limits hold: idle ones, oldest first. A connection seen for the first
 * time stays, so that new clients have time to authenticate.
 */
export function pickSurplus<One extends Connection>(
  connections: readonly One[],
  { perNetwork, total, utmost }: ConnectionLimits,
  now: number,
): One[] {
  const counts = new Map<string, number>()
  const surplus = new Set<One>()
  const idle = connections.filter(({ isBusy }) => !isBusy).sort((a, b) => a.seenAt - b.seenAt)
  for (const { network } of idle) if (network !== null) counts.set(network, (counts.get(network) ?? 0) + 1)

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
