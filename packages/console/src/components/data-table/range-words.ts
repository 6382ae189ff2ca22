import type { TFunction } from 'i18next'
import { formatNumber } from '../../lib/format.ts'

/** `26–50 of 50,003`. */
export const rangeWords = (t: TFunction, [from, to]: readonly [number, number], total: number): string =>
  t('components.table.range', { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) })
