import type { Db } from '../../platform/storage/db.ts'
import type { Scope } from '../logs/scope.ts'
import { CHARGED, type FigureFilters, figuresPassing, firstFigure, rangeOf, type UsageFilters } from './store.ts'
import { readFigures } from './sums/read-figures.ts'
import type { Part } from './sums/units.ts'

const HOUR_SECONDS = 3600

type Hourly = Pick<UsageFilters, 'start_timestamp' | 'end_timestamp' | 'username' | keyof Scope>

/** Charged calls by model and hour, and by user if a name is wanted. */
export async function hourlySums(db: Db, filters: Hourly) {
  const which = { ...filters, model_name: '', token_id: 0 }
  const isOfUser = filters.userId !== undefined || Boolean(filters.username)
  const sums = await readFigures(db, { which, parts: await hoursOf(db, which), by: ['model'], sums: CHARGED })
  const named = isOfUser ? await lastNamed(db, which) : { user_id: 0, username: '' }
  return sums
    .filter(({ count }) => count > 0)
    .sort((one, other) => one.place - other.place || (one.model < other.model ? -1 : 1))
    .map(({ place, model, count, quota, token_used }, index) => ({
      id: index + 1,
      user_id: named.user_id,
      username: named.username,
      model_name: model,
      created_at: place,
      token_used,
      count,
      quota,
    }))
}

/** The hours of a range, limited to those with data. */
async function hoursOf(db: Db, filters: FigureFilters): Promise<Part[]> {
  const { from, to } = rangeOf(filters)
  const first = Math.max(from, (await firstFigure(db, filters)) ?? to)
  const last = await figuresPassing(db, filters)
    .select('created_at')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const parts: Part[] = []
  for (let hour = first - (first % HOUR_SECONDS); hour <= (last?.created_at ?? 0); hour += HOUR_SECONDS)
    parts.push({ place: hour, from: Math.max(from, hour), to: Math.min(to, hour + HOUR_SECONDS) })
  return parts
}

/** The user, with the name in their newest figures. */
async function lastNamed(db: Db, filters: FigureFilters) {
  const last = figuresPassing(db, filters).select(['user_id', 'username']).orderBy('created_at', 'desc').limit(1)
  return (await last.executeTakeFirst()) ?? { user_id: 0, username: '' }
}
