import { type LimitTable, untold } from '../common/limits.ts'

export const limits = {
  onlyText: untold('all but text', 'a text completion is nothing but text'),
} satisfies LimitTable
