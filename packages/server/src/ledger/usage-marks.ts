import type { LogOther } from '@tollgate/contract'

/** How a log row says that a charge does not stand on what the upstream reported: the one place that reads it in SQL. */
const MARKS = {
  'usage estimated': { usage_source: 'estimated' },
  'usage clamped': { usage_source: 'clamped' },
} as const satisfies Record<string, LogOther>

export type UsageMark = keyof typeof MARKS
// Object.keys forgets the names.
export const USAGE_MARKS = Object.keys(MARKS) as UsageMark[]

/** As SQL, for both databases. Quotes inside of values are escaped, so a member's text stands nowhere else. */
export const isMarked = (mark: UsageMark, column: string): string => `${column} like '%${membersOf(MARKS[mark])}%'`

/** Whether a row's price is there and not 0. What is free by its price or its group says so with a 0. */
export function isPriced(column: string): string {
  const free = ['model_ratio', 'model_price', 'group_ratio'] satisfies (keyof LogOther)[]
  const zeros = free.flatMap(name => [',', '}'].map(end => `${column} not like '%"${name}":0${end}%'`))
  return [`${column} like '%"quota_per_unit":%'`, ...zeros].join(' and ')
}

const membersOf = (members: LogOther): string => JSON.stringify(members).slice(1, -1)
