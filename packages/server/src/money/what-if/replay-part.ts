import type { PriceDraft } from '@tollgate/contract'
import type { Options } from '../../platform/options/index.ts'
import type { DatabasePlace } from '../../platform/storage/db.ts'
import { openForReading } from '../../platform/storage/open-for-reading.ts'
import { type ArchiveSettings, placeOf } from '../../records/archive/place.ts'
import { readAliases } from '../pricing/aliases.ts'
import { draftPrices } from '../pricing/draft-prices.ts'
import { chargedPages, type Part, type Span } from './read-rows.ts'
import { replayRow } from './replay-row.ts'
import { makeSums, type PartOfSums } from './sums.ts'

/** The options that decide what a call costs. */
const PRICE_TABLES = [
  'ModelPrice',
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'ModelPrices',
  'GroupRatio',
  'GroupGroupRatio',
  'ModelMetadata',
] as const

type PriceTables = Record<(typeof PRICE_TABLES)[number], object>

export const tablesOf = (options: Pick<Options, 'get'>): PriceTables =>
  Object.fromEntries(PRICE_TABLES.map(key => [key, options.get(key)])) as PriceTables

/** Everything that a process needs to replay a part of a span. It travels as JSON. */
export interface Assignment {
  database: DatabasePlace
  /** Of the archives, unless they are in a place of their own. */
  dataFolder: string
  tables: PriceTables
  draft: PriceDraft
  archives: ArchiveSettings
  span: Span
  part: Part
}

export interface Progress {
  handled: number
  /** The time of the last row; 0: none yet. */
  reached: number
}

/** Charges every charged row of a part of a span again at other prices. */
export async function replayPart(
  { database, dataFolder, tables, draft, archives, span, part }: Assignment,
  onPage: (progress: Progress) => Promise<void>,
): Promise<PartOfSums> {
  const db = openForReading(database)
  const options: Pick<Options, 'get'> = { get: key => tables[key as keyof typeof tables] as never }
  const prices = draftPrices(options, draft, await readAliases(db, options))
  const sums = makeSums()
  const progress = { handled: 0, reached: 0 }
  for await (const page of chargedPages(db, span, part, place => placeOf({ ...archives, place }, dataFolder))) {
    for (const row of page) sums.add(row, replayRow(row, prices))
    progress.handled += page.length
    progress.reached = page.at(-1)?.created_at ?? progress.reached
    await onPage(progress)
  }
  return sums.part()
}
