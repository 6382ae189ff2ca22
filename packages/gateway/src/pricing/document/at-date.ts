import type { PriceDocument } from '@tollgate/contract'
import type { Price } from '../price.ts'
import { compile } from './compile.ts'

/**
 * Returns what a model costs at a moment according to its documents: the latest one that has begun. Null: none has
 * begun.
 */
export function priceAt(documents: PriceDocument | readonly PriceDocument[], at: Date): Price | null {
  const dated = [documents].flat().map(document => ({ document, begins: beginOf(document) }))
  const now = at.getTime()
  let latest: (typeof dated)[number] | undefined
  for (const one of dated) if (one.begins <= now && one.begins >= (latest?.begins ?? one.begins)) latest = one
  if (!latest) return null
  const price = compile(latest.document, at)
  const next = Math.min(
    price.until ?? Number.POSITIVE_INFINITY,
    ...dated.map(({ begins }) => begins).filter(begins => begins > now),
  )
  return next === Number.POSITIVE_INFINITY ? price : { ...price, until: next }
}

const beginOf = ({ from }: PriceDocument): number => (from ? Date.parse(`${from}T00:00:00Z`) : Number.NEGATIVE_INFINITY)
