/** A channel that could serve a call. */
export interface Candidate {
  id: number
  priority: number
  weight: number
}

/** Why this candidate was chosen. */
export type ChosenBy =
  /** No other could be called. */
  | 'only'
  /** The others are of lower priority. */
  | 'priority'
  /** Among equals, only it speaks the client's own format. */
  | 'own_format'
  /** By chance, in proportion to weight, among equals. */
  | 'weight'

export interface Choice<C extends Candidate> {
  candidate: C
  by: ChosenBy
}

interface Rules<C extends Candidate> {
  isEligible(candidate: C): boolean
  /** Whether its upstream needs no conversion; absent: this makes no difference. */
  isOwn?: ((candidate: C) => boolean) | undefined
  /** In [0, 1). */
  random: number
}

/**
 * Returns the channel to try next: from the highest priority that has an eligible one, those with a weight before those
 * of weight 0, those that speak the client's own format before those that need conversion, then at random in proportion
 * to weight.
 */
export function chooseCandidate<C extends Candidate>(
  candidates: readonly C[],
  { isEligible, isOwn, random }: Rules<C>,
): Choice<C> | undefined {
  const tier: C[] = []
  let best = Number.NEGATIVE_INFINITY
  for (const candidate of candidates) {
    if (candidate.priority < best || !isEligible(candidate)) continue
    if (candidate.priority > best) tier.length = 0
    best = candidate.priority
    tier.push(candidate)
  }
  const [first] = tier
  if (!first) return undefined
  if (tier.length === 1)
    return { candidate: first, by: candidates.some(({ priority }) => priority < best) ? 'priority' : 'only' }
  const hasWeight = tier.some(({ weight }) => weight > 0)
  const mayCount = ({ weight }: C) => !hasWeight || weight > 0
  const own = isOwn ? shareOf(tier, candidate => mayCount(candidate) && isOwn(candidate)) : NOBODY
  const all = shareOf(tier, mayCount)
  const isNarrowed = own.count > 0 && own.count < all.count
  const counts = isNarrowed && isOwn ? (candidate: C) => mayCount(candidate) && isOwn(candidate) : mayCount
  const candidate = byChance(tier, counts, isNarrowed ? own : all, random)
  return candidate && { candidate, by: isNarrowed ? 'own_format' : 'weight' }
}

interface Share {
  count: number
  weight: number
}

const NOBODY: Share = { count: 0, weight: 0 }

function shareOf<C extends Candidate>(tier: readonly C[], counts: (candidate: C) => boolean): Share {
  let [count, weight] = [0, 0]
  for (const candidate of tier) {
    if (!counts(candidate)) continue
    count += 1
    weight += candidate.weight
  }
  return { count, weight }
}

/** By weight; if none has a weight, all are equally likely. */
function byChance<C extends Candidate>(
  tier: readonly C[],
  counts: (candidate: C) => boolean,
  { count, weight }: Share,
  random: number,
): C | undefined {
  let left = weight > 0 ? random * weight : Math.floor(random * count)
  return tier.find(candidate => {
    if (!counts(candidate)) return false
    left -= weight > 0 ? candidate.weight : 1
    return left < 0
  })
}

/** Chooses among eligible candidates that need the same conversion. */
export const pickCandidate = <C extends Candidate>(
  candidates: readonly C[],
  isEligible: (candidate: C) => boolean,
  random: number,
): C | undefined => chooseCandidate(candidates, { isEligible, random })?.candidate

/** Draws as `chooseCandidate` does when all are eligible. `random` in [0, 1). */
export type Draw<C extends Candidate> = (random: number) => Choice<C>

/**
 * Prepares draws among many candidates, so that each draw looks at a few instead of all. Undefined: there are so few
 * that looking at all is as fast.
 */
export function prepareDraw<C extends Candidate>(
  candidates: readonly C[],
  isOwn?: (candidate: C) => boolean,
): Draw<C> | undefined {
  if (candidates.length <= FEW) return undefined
  let best = Number.NEGATIVE_INFINITY
  for (const { priority } of candidates) best = Math.max(best, priority)
  const tier = candidates.filter(({ priority }) => priority === best)
  const weighty = tier.filter(({ weight }) => weight > 0)
  const equals = weighty.length > 0 ? weighty : tier
  const own = isOwn ? equals.filter(isOwn) : []
  const drawn = own.length > 0 ? own : equals
  const by = tier.length === 1 ? 'priority' : own.length > 0 && own.length < equals.length ? 'own_format' : 'weight'
  let sum = 0
  const upTo = Float64Array.from(drawn, ({ weight }) => {
    sum += weighty.length > 0 ? weight : 1
    return sum
  })
  return random => ({ candidate: drawn[placeOf(random * sum, upTo)] as C, by })
}

const FEW = 32

/** The index of the first sum above a number, by binary search. */
function placeOf(number: number, sums: Float64Array): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > number) high = middle
    else low = middle + 1
  }
  return low
}
