import type { PriceLine } from '@tollgate/contract'

const INPUT_TO_OUTPUT = 3

/**
 * Returns how much dearer one price is than another: 0.2 is a fifth. Compares token prices by a call with three times as much
 * input as output and a short prompt, others by their dearest line. Null: they charge for different things, or one is free.
 */
export function dearerBy(price: readonly PriceLine[], than: readonly PriceLine[]): number | null {
  const [one, other] = [standFor(price), standFor(than)]
  if (!one || !other || one.per !== other.per) return null
  if (one.dollars === other.dollars) return 0
  return other.dollars === 0 ? null : Number((one.dollars / other.dollars - 1).toFixed(9))
}

/** Whether two prices charge the same for everything. */
export function isSamePrice(one: readonly PriceLine[], other: readonly PriceLine[]): boolean {
  const asked = new Map(other.map(line => [nameOf(line), line.usd]))
  return one.length === other.length && one.every(line => isSame(line.usd, asked.get(nameOf(line))))
}

/** Returns US dollars that represent a price, and the unit they are for. */
export function standFor(lines: readonly PriceLine[]): { per: PriceLine['per']; dollars: number } | null {
  const charged = lines.filter(({ per }) => per !== 'thousand_calls')
  const base = (name: string) => charged.find(({ line, above = 0 }) => line === name && above === 0)?.usd
  const [input, output = 0] = [base('input'), base('output')]
  if (input !== undefined) return { per: 'million_tokens', dollars: INPUT_TO_OUTPUT * input + output }
  const [first] = charged
  if (!first) return null
  const alike = charged.filter(({ per }) => per === first.per)
  return { per: first.per, dollars: Math.max(...alike.map(({ usd }) => usd)) }
}

const nameOf = ({ line, per, above = 0, of = '' }: PriceLine) => `${line} ${per} ${above} ${of}`

const isSame = (one: number, other: number | undefined): boolean =>
  other !== undefined && Math.abs(one - other) <= Math.max(one, other) * 1e-9
