/** A channel that could serve a call. */
export interface Candidate {
  id: number
  priority: number
  weight: number
}

/**
 * Returns the channel to try next: the highest priority that still has one eligible, inside it by chance in proportion to weight.
 * Weight 0 gets its turn only where no weight is left.
 *
 * @param random in [0, 1)
 */
export function pickCandidate<C extends Candidate>(
  candidates: readonly C[],
  isEligible: (candidate: C) => boolean,
  random: number,
): C | undefined {
  let tier: C[] = []
  for (const candidate of candidates) {
    const best = tier[0]?.priority ?? Number.NEGATIVE_INFINITY
    if (candidate.priority < best || !isEligible(candidate)) continue
    if (candidate.priority > best) tier = []
    tier.push(candidate)
  }
  const total = tier.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return tier[Math.floor(random * tier.length)]
  let left = random * total
  return tier.find(({ weight }) => {
    left -= weight
    return left < 0
  })
}
