import { sql } from 'kysely'

/** Fibonacci hashing spreads ids evenly, whatever pattern their calls have. */
const MULTIPLIER = 2_654_435_761
const HASHES = 2 ** 32

const hashOf = (id: number): number => Math.imul(id, MULTIPLIER) >>> 0

/** The ids from one to another whose hash is among a share of all hashes (0 to 1), in order. Takes as many steps as it finds. */
export function sampleIds(from: number, to: number, share: number): number[] {
  const limit = Math.floor(share * HASHES)
  const ids: number[] = []
  if (limit < 1) return ids
  // Multiples of one number come back to an interval after two distances, or both together (the three-distance theorem).
  const forward = firstFrom(1, step => hashOf(step) < limit)
  const back = firstFrom(1, step => HASHES - hashOf(step) < limit)
  const distances = [...new Set([forward, back])].sort((one, other) => one - other)
  for (let id = firstFrom(from, id => hashOf(id) < limit); id <= to; ) {
    ids.push(id)
    const at = id
    id += distances.find(distance => hashOf(at + distance) < limit) ?? forward + back
  }
  return ids
}

/** The same for rows, whose ids it has to look at. */
export const inShare = (share: number) =>
  sql<boolean>`(id * ${sql.lit(MULTIPLIER)}) % ${sql.lit(HASHES)} < ${sql.lit(Math.floor(share * HASHES))}`

function firstFrom(start: number, isRight: (value: number) => boolean): number {
  let value = start
  while (!isRight(value)) value += 1
  return value
}
