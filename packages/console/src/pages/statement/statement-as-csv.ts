import type { Statement } from '@tollgate/contract'
import { csvTime } from '../../lib/save-csv.ts'

/** One line for each amount, in whole quota, so that the column adds up to the closing balance. */
export const statementAsCsv = (statement: Statement): (string | number)[][] => [
  ['item', 'name', 'count', 'quota'],
  ['opening', csvTime(statement.from), '', statement.opening],
  ...statement.entries.map(({ kind, count, quota }) => ['entry', kind, count, quota]),
  ...statement.calls.map(({ model, count, quota }) => ['calls', model, count, 0 - quota]),
  ...(statement.other ? [['calls', '', '', 0 - statement.other]] : []),
  ...(statement.plan ? [['plans', '', '', statement.plan]] : []),
  ['closing', csvTime(statement.to), '', statement.closing],
]
