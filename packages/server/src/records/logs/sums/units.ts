/** Levels of units of time, in hours: eight units of one level make one of the next. */
export const LEVELS: readonly number[] = [1, 8, 64, 512, 4096]
export const HOUR_SECONDS = 3600
/** Rows from 1970 until this time are summed up; a whole hour. */
export const LATEST = 4_102_444_800

/** A unit of time; one of level 0 is counted only from rows. */
export interface Unit {
  hours: number
  since: number
}

export const endOf = ({ hours, since }: Unit): number => since + hours * HOUR_SECONDS
export const hourOf = (time: number): number => time - (time % HOUR_SECONDS)
/** The first whole hour that starts at or after a time. */
export const hourFrom = (time: number): number => hourOf(time + HOUR_SECONDS - 1)

/** The unit of a level that contains a time. */
export const unitAt = (time: number, hours: number): Unit => ({ hours, since: time - (time % (hours * HOUR_SECONDS)) })

/** How far the units of each level above the hour exist. */
type Reached = ReadonlyMap<number, number>

/** The fewest units that make up a range of whole hours, in order. */
export function unitsBetween(from: number, to: number, reached: Reached): Unit[] {
  const units: Unit[] = []
  for (let since = from; since < to; ) {
    const fits = (hours: number) => {
      const unit = { hours, since }
      const end = endOf(unit)
      return unitAt(since, hours).since === since && end <= to && (hours === 1 || end <= (reached.get(hours) ?? 0))
    }
    const unit = { hours: LEVELS.findLast(fits) ?? 1, since }
    units.push(unit)
    since = endOf(unit)
  }
  return units
}

/** The units of the level below. */
export function partsOf({ hours, since }: Unit): Unit[] {
  const below = levelBelow(hours)
  return Array.from({ length: hours / below }, (_, place) => ({
    hours: below,
    since: since + place * below * HOUR_SECONDS,
  }))
}

export const levelBelow = (hours: number): number => LEVELS[LEVELS.indexOf(hours) - 1] ?? 1
