import type { LogOther } from '@tollgate/contract'

/** How a log row marks a charge that is not based on the upstream's report. Only this file reads the marks in SQL. */
const MARKS = {
  'usage estimated': { usage_source: 'estimated' },
  'usage clamped': { usage_source: 'clamped' },
} as const satisfies Record<string, LogOther>

export type UsageMark = keyof typeof MARKS
// Object.keys loses the type of the keys.
export const USAGE_MARKS = Object.keys(MARKS) as UsageMark[]

/** Returns the SQL condition, for both databases. Quotes inside values are escaped, so no value can look like a mark. */
export const isMarked = (mark: UsageMark, column: string): string => `${column} like '%${membersOf(MARKS[mark])}%'`

/** Returns the SQL condition that a row has a price other than 0. Free models and groups have a ratio or price of 0. */
export function isPriced(column: string): string {
  const free = ['model_ratio', 'model_price', 'group_ratio'] satisfies (keyof LogOther)[]
  const zeros = free.flatMap(name => [',', '}'].map(end => `${column} not like '%"${name}":0${end}%'`))
  return [`${column} like '%"quota_per_unit":%'`, ...zeros].join(' and ')
}

const membersOf = (members: LogOther): string => JSON.stringify(members).slice(1, -1)
