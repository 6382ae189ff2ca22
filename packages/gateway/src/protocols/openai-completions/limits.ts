import { type LimitTable, untold } from '../common/limits.ts'

export const limits = {
  onlyText: untold('all but text', 'a text completion has only text'),
} satisfies LimitTable
