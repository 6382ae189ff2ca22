/**
 * Numbers between 0 and 1, determined by the seed (a linear congruential generator with the constants of Numerical
 * Recipes).
 */
export type Random = () => number

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns one of the table's keys at random, by weight. */
export function pick<Key extends string>(random: Random, weights: Partial<Record<Key, number>>): Key {
  const entries = Object.entries(weights) as [Key, number][] // the record's own keys
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    left -= weight
    if (left < 0) return key
  }
  return entries[0]?.[0] as Key
}
