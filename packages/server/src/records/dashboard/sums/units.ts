import { SLOT_SECONDS } from '../usage-figures.ts'

/** A range of time; its end is exclusive. */
export interface Range {
  from: number
  to: number
}

/** A unit of time that has sums. */
export interface Unit {
  seconds: number
  since: number
}

/** A part of the requested time, with the number that its sums get. */
export interface Part extends Range {
  place: number
}

/** A unit with the number of its part. */
export type PlacedUnit = Unit & { place: number }

/** The time up to which a facet's levels are built, by length of their units. */
export type Reached = ReadonlyMap<number, number>

/** The fewest whole units that fit into a range, and the remainder of the range. */
export function unitsOf({ from, to }: Range, reached: Reached): { units: Unit[]; rest: Range[] } {
  const levels = [...reached.keys()].sort((one, other) => other - one)
  const shortest = levels.at(-1) ?? SLOT_SECONDS
  const end = Math.min(to, reached.get(shortest) ?? 0)
  const units: Unit[] = []
  const rest: Range[] = []
  for (let since = from; since < to; ) {
    const seconds = levels.find(
      length => since % length === 0 && since + length <= Math.min(to, reached.get(length) ?? 0),
    )
    const next = since - (since % shortest) + shortest
    const until = seconds ? since + seconds : next < end ? next : to
    const last = rest.at(-1)
    if (seconds) units.push({ seconds, since })
    else if (last?.to === since) last.to = until
    else rest.push({ from: since, to: until })
    since = until
  }
  return { units, rest }
}
