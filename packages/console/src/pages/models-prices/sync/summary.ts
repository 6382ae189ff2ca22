import type { PriceLine } from '@tollgate/contract'

/**
 * Input and output of a short prompt per million tokens, or else the first line; and whether other lengths or
 * components cost more.
 */
export function summaryOf(lines: readonly PriceLine[]): { shown: number[]; isAll: boolean } {
  const charged = lines.filter(({ per }) => per !== 'thousand_calls')
  const base = (name: string) => charged.find(({ line, above = 0 }) => line === name && above === 0)?.usd
  const [input, output] = [base('input'), base('output')]
  if (input !== undefined)
    return {
      shown: [input, output ?? 0],
      isAll: charged.every(({ per, above = 0 }) => per === 'million_tokens' && above === 0),
    }
  return { shown: charged.slice(0, 1).map(({ usd }) => usd), isAll: charged.length <= 1 }
}
