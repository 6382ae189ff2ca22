import type { Db } from '../../../platform/storage/db.ts'
import { atOneMoment } from '../../../platform/storage/snapshot.ts'
import { addUpAnswers, type FigureSum } from './answers.ts'
import type { SumName } from './columns.ts'
import { type Conditions, conditionsOf, type Which } from './conditions.ts'
import { type Dimension, facetFor } from './facets.ts'
import { fromFigures, fromLate } from './from-figures.ts'
import { fromUnits, reachedNow } from './from-units.ts'
import { type Part, unitsOf } from './units.ts'

interface Asked<By extends Dimension, Sum extends SumName> {
  which: Which
  /** Consecutive whole quarters of an hour. */
  parts: readonly Part[]
  /** The grouping besides the time range. */
  by: readonly By[]
  sums: readonly Sum[]
  /** Only figures with a cause, for which only `failed` is known. */
  ofFailed?: boolean
}

/** Time ranges per statement. */
const PARTS_AT_ONCE = 2_000

/**
 * Sums figures up: whole units of time from their sums, the rest from the figures. Exact, because everything is read
 * from one snapshot.
 */
export const readFigures = <By extends Dimension, Sum extends SumName>(
  db: Db,
  asked: Asked<By, Sum>,
): Promise<FigureSum<By, Sum>[]> => atOneMoment(db, db => figuresIn(db, asked))

/** The same within a snapshot, so that several readings agree. */
export async function figuresIn<By extends Dimension, Sum extends SumName>(
  db: Db,
  asked: Asked<By, Sum>,
): Promise<FigureSum<By, Sum>[]> {
  const conditions = await conditionsOf(db, asked.which)
  const answers: FigureSum<By, Sum>[][] = []
  for (let from = 0; from < asked.parts.length; from += PARTS_AT_ONCE) {
    const parts = asked.parts.slice(from, from + PARTS_AT_ONCE)
    answers.push(...(await readParts(db, { ...asked, parts }, conditions)))
  }
  return addUpAnswers(answers, asked)
}

async function readParts<By extends Dimension, Sum extends SumName>(
  db: Db,
  { parts, by, sums, ofFailed }: Asked<By, Sum>,
  conditions: Conditions,
): Promise<FigureSum<By, Sum>[][]> {
  const facet = facetFor([...new Set<Dimension>([...by, ...(Object.keys(conditions) as Dimension[])])], ofFailed)
  const reached = facet ? await reachedNow(db, facet) : new Map<number, number>()
  const split = parts.map(part => ({ place: part.place, ...unitsOf(part, reached) }))
  const units = split.flatMap(({ place, units }) => units.map(unit => ({ ...unit, place })))
  const rest = split.flatMap(({ place, rest }) => rest.map(range => ({ ...range, place })))
  const figures = { by, sums, conditions, ofFailed }
  const late = units.length > 0 ? await fromLate(db, { ...figures, units }) : []
  return [
    facet && units.length > 0 ? await fromUnits(db, facet, { ...figures, units }) : [],
    rest.length > 0 ? await fromFigures(db, { ...figures, parts: rest }) : [],
    ...late.map(sum => [sum]),
  ]
}
