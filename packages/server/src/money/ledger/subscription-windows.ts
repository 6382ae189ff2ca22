import { PLAN_WINDOWS, type PlanAllowances, type PlanPeriod, type PlanWindow } from '@tollgate/contract'

/** The facts about a subscription that its windows depend on. Times are unix seconds. */
export interface Windowed extends PlanAllowances {
  id: number
  term: number
  term_start: number
  /** 0: it does not end. */
  term_end: number
  /** The moment from which days, weeks and months are counted. */
  anchor: number
  resets: number
  five_start: number
  five_number: number
}

/** A running window, which is an account of the ledger. */
export interface RunningWindow {
  id: number
  window: PlanWindow
  limit: number
  startsAt: number
  /** 0: it does not end. */
  endsAt: number
}

export const FIVE_HOURS = 5 * 3600
const DAY = 86_400
const WEEK = 7 * DAY
/** The parts of a window's id: subscription, kind, resets, number. */
const [KINDS, RESETS, NUMBERS] = [8, 512, 65_536]
export const MOST_RESETS = RESETS - 1
/** A window's positive id divided by this, modulo `KINDS`, is its kind. */
export const WINDOWS_OF_KIND = RESETS * NUMBERS
export const KINDS_OF_WINDOW = KINDS

/** Ids below zero are windows; the others are periods of limits. */
export const isWindow = (accountId: number): boolean => accountId < 0

export function windowOfAccount(id: number): { subscriptionId: number; window: PlanWindow } {
  const kinds = Math.floor(-id / WINDOWS_OF_KIND)
  return { subscriptionId: Math.floor(kinds / KINDS), window: PLAN_WINDOWS[kinds % KINDS] ?? 'total' }
}

/** Returns the limited windows that run at a moment, shortest first. The five hours must have begun. */
export function windowsAt(of: Windowed, now: number): RunningWindow[] {
  return PLAN_WINDOWS.flatMap(window => {
    const limit = of[window]
    if (limit === null) return []
    const [number, startsAt, endsAt] = PLACES[window](of, now)
    return [{ id: idOf(of, window, number), window, limit, startsAt, endsAt }]
  })
}

/** Whether a call now begins new five hours. */
export const needsFiveHours = (of: Windowed, now: number): boolean =>
  of.five_hours !== null && now >= of.five_start + FIVE_HOURS

type Place = [number: number, startsAt: number, endsAt: number]
/** Where the running window is. */
const PLACES: Readonly<Record<PlanWindow, (of: Windowed, now: number) => Place>> = {
  five_hours: ({ five_number, five_start }) => [five_number, five_start, five_start + FIVE_HOURS],
  day: ({ anchor }, now) => every(DAY, anchor, now),
  week: ({ anchor }, now) => every(WEEK, anchor, now),
  month({ anchor }, now) {
    const number = monthsSince(anchor, now)
    return [number, addMonths(anchor, number), addMonths(anchor, number + 1)]
  },
  total: ({ term, term_start, term_end }) => [term, term_start, term_end],
}

function every(seconds: number, anchor: number, now: number): Place {
  const number = Math.max(0, Math.floor((now - anchor) / seconds))
  return [number, anchor + number * seconds, anchor + (number + 1) * seconds]
}

/** Returns the whole calendar months between two moments. */
export function monthsSince(anchor: number, now: number): number {
  const [from, to] = [new Date(anchor * 1000), new Date(now * 1000)]
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
  return Math.max(0, addMonths(anchor, months) > now ? months - 1 : months)
}

/** Returns the same day and time this many months later in UTC, or the last day of a month that is too short. */
export function addMonths(moment: number, months: number): number {
  const date = new Date(moment * 1000)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const ofDay = moment - Math.floor(moment / DAY) * DAY
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) / 1000 + ofDay
}

/** The months of a paid period; null: paid once. */
export const PERIOD_MONTHS: Readonly<Record<PlanPeriod, number | null>> = { once: null, month: 1, year: 12 }

/** Ids are computed, not stored, so that every node knows them without asking. */
const idOf = ({ id, resets }: Windowed, window: PlanWindow, number: number): number =>
  -(((id * KINDS + PLAN_WINDOWS.indexOf(window)) * RESETS + resets) * NUMBERS + Math.min(number, NUMBERS - 1))
