import type { WhatIfResult } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import type { ArchivePlace } from '../../records/archive/archive-place.ts'
import type { DraftPrices } from '../pricing/draft-prices.ts'
import { chargedPages, type Span } from './read-rows.ts'
import { replayRow } from './replay-row.ts'
import { makeSums } from './sums.ts'

interface ReplayDeps {
  /** The database for long reads. */
  db: Db
  prices: DraftPrices
  placeAt(address: string): ArchivePlace
  /** Called after each page. Throws to stop. */
  onPage(progress: { handled: number; reached: number }): Promise<void>
}

/** Other work runs after this many milliseconds, so that calls of the same process wait no longer. */
const TURN_MS = 3

/** Charges every charged row of a span again at other prices. */
export async function replay(span: Span, { db, prices, placeAt, onPage }: ReplayDeps): Promise<WhatIfResult> {
  const sums = makeSums()
  let handled = 0
  for await (const page of chargedPages(db, span, placeAt)) {
    let turnEnds = performance.now() + TURN_MS
    for (const row of page) {
      sums.add(row, replayRow(row, prices))
      if (performance.now() < turnEnds) continue
      await othersTurn()
      turnEnds = performance.now() + TURN_MS
    }
    handled += page.length
    await onPage({ handled, reached: page.at(-1)?.created_at ?? 0 })
  }
  const channels = await db.selectFrom('channels').select(['id', 'name']).execute()
  return sums.result(new Map(channels.map(({ id, name }) => [id, name])))
}

const othersTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
