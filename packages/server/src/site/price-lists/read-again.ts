import { documentPrice, type PriceList, priceLines } from '@tollgate/gateway'
import { dearerBy } from '../../money/price-lists/compare-lines.ts'
import { findPriceList, listHeads, type PriceListHead, storeFailure, storeList } from '../../money/price-lists/store.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { SiteContext } from '../context.ts'
import { type Reader, readList } from './read-list.ts'

/**
 * Reads a list again; if that fails, keeps the previous prices.
 * @throws ApiError
 */
export async function readAgain(head: PriceListHead, reader: Reader & { app: Pick<SiteContext, 'now'> }) {
  const { db, now } = reader.app
  try {
    const list = await readList(head, reader)
    await storeList(db, head.id, list, await raisedIn(list, head.id, reader.app), now())
  } catch (error) {
    if (error instanceof ApiError) await storeFailure(db, head.id, error.sentence(reader.language), now())
    throw error
  }
}

/** Reads all lists again, one after the other; returns how many could be. */
export async function readAllAgain(app: Omit<SiteContext, 'jobs' | 'system'>, signal: AbortSignal): Promise<number> {
  const language = app.options.get('alert_setting.language')
  let read = 0
  for (const head of await listHeads(app.db)) {
    signal.throwIfAborted()
    await readAgain(head, { app, language, signal }).then(
      () => read++,
      error => {
        if (!(error instanceof ApiError)) throw error
        app.log.warn({ list: head.id, reason: error.sentence('en') }, 'a price list could not be read')
      },
    )
  }
  return read
}

/** The models that have become more expensive since the last read, and those that had before. */
async function raisedIn(list: PriceList, id: number, { db }: Reader['app']): Promise<string[]> {
  const before = await findPriceList(db, id)
  const known = new Map(before?.prices.map(price => [price.model, price.document]))
  const raised = new Set(before?.raised)
  return list.prices.flatMap(({ model, document }) => {
    const old = known.get(model)
    const isDearer = old !== undefined && (dearerBy(linesOf(document), linesOf(old)) ?? 0) > 0
    return isDearer || raised.has(model) ? [model] : []
  })
}

function linesOf(document: PriceList['prices'][number]['document']) {
  const price = documentPrice('model', { model: document }, new Date())
  return price ? priceLines(price) : []
}
