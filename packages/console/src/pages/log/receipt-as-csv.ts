import type { Receipt } from '@tollgate/contract'

/** Lines that add up to the charge, in quota; the last is their sum. */
export const receiptAsCsv = ({ lines, rounding, uncollected, total }: Receipt): (string | number)[][] => [
  ['line', 'count', 'ratio', 'quota'],
  ...lines.map(({ line, of, above, count, ratio, quota }) => {
    const name = [line, of, above !== undefined && `>${above}`].filter(Boolean).join(' ')
    return [name, count, ratio, quota]
  }),
  ...(rounding === 0 ? [] : [['rounding', '', '', rounding]]),
  ...(uncollected === 0 ? [] : [['uncollected', '', '', uncollected]]),
  ['charged', '', '', total],
]
