import { priceDraft, type WhatIf, type WhatIfResult } from '@tollgate/contract'
import type { Selectable } from 'kysely'
import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import type { WhatIfsTable } from '../../platform/storage/schema.ts'

export type WhatIfRow = Selectable<WhatIfsTable>

/** Older ones are deleted once they have ended. */
const MOST_KEPT = 20
/** They run one after another. */
const MOST_UNFINISHED = 5
const TRY_AGAIN_SECONDS = 60

export const toWhatIf = ({ result, draft, ...row }: WhatIfRow): WhatIf => ({
  ...row,
  draft: priceDraft.parse(JSON.parse(draft)),
})

export const resultOf = ({ result }: WhatIfRow): WhatIfResult | null =>
  result === '' ? null : (JSON.parse(result) as WhatIfResult)

export const lastWhatIfs = (db: Db): Promise<WhatIfRow[]> =>
  db.selectFrom('what_ifs').selectAll().orderBy('id', 'desc').limit(MOST_KEPT).execute()

export const findWhatIf = (db: Db, id: number): Promise<WhatIfRow | undefined> =>
  db.selectFrom('what_ifs').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws ApiError if too many are unfinished */
export const insertWhatIf = (
  db: Db,
  row: Pick<WhatIfRow, 'draft' | 'since' | 'until' | 'actor_name' | 'created_at'>,
): Promise<WhatIfRow> =>
  inTransaction(db, async db => {
    await lockName(db, 'what-ifs')
    const unfinished = await db.selectFrom('what_ifs').select('id').where('state', '=', 'running').execute()
    if (unfinished.length >= MOST_UNFINISHED)
      throw consoleError('what_ifs_too_many', { limit: MOST_UNFINISHED, retryAfter: TRY_AGAIN_SECONDS })
    const made = await db
      .insertInto('what_ifs')
      .values({ ...row, state: 'running' })
      .returningAll()
      .executeTakeFirstOrThrow()
    const older = await db
      .selectFrom('what_ifs')
      .select('id')
      .orderBy('id', 'desc')
      .offset(MOST_KEPT)
      .limit(1)
      .execute()
    for (const { id } of older)
      await db.deleteFrom('what_ifs').where('id', '<=', id).where('state', '<>', 'running').execute()
    return made
  })

/** Returns the oldest unfinished one. */
export const openWhatIf = (db: Db): Promise<WhatIfRow | undefined> =>
  db.selectFrom('what_ifs').selectAll().where('state', '=', 'running').orderBy('id').executeTakeFirst()

/** Changes a running one. Returns false if it was stopped. */
export async function changeRunning(db: Db, id: number, change: Partial<WhatIfRow>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('what_ifs')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
