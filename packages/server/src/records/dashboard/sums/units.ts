import { SLOT_SECONDS } from '../usage-figures.ts'

/** A stretch of time; its end is not in it. */
export interface Range {
  from: number
  to: number
}

/** A unit of time that has sums. */
export interface Unit {
  seconds: number
  since: number
}

/** A part of the time that is asked for, with the number that its sums get. */
export interface Part extends Range {
  place: number
}

/** A unit, with the number of the part that it is in. */
export type PlacedUnit = Unit & { place: number }

/** Up to when a facet's levels are made, by the length of their units. */
export type Reached = ReadonlyMap<number, number>

/** Whole units that lie in a range, as few as there can be, and what is left of it. */
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
