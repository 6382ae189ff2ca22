import type { ChannelFlag, FlagKind } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'

/** A finding; `since` is in unix seconds. */
export type NewFlag = ChannelFlag

/** Stores a flag. Returns false if the channel already has one of that kind for the model. */
export async function insertFlag(db: Db, { channel_id, kind, model, since, ...found }: NewFlag): Promise<boolean> {
  const row = await db
    .insertInto('channel_flags')
    .values({ channel_id, kind, model, since, found: JSON.stringify(found) })
    .onConflict(conflict => conflict.columns(['channel_id', 'kind', 'model']).doNothing())
    .returning('channel_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Every flag, newest first. */
export async function allFlags(db: Db): Promise<ChannelFlag[]> {
  const rows = await db.selectFrom('channel_flags').selectAll().orderBy('since', 'desc').limit(MOST_SHOWN).execute()
  return rows.map(({ found, ...flag }) => ({ ...flag, ...(JSON.parse(found) as Partial<ChannelFlag>) }))
}

const MOST_SHOWN = 1_000

export async function flaggedChannels(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('channel_flags').select('channel_id').distinct().execute()
  return new Set(rows.map(({ channel_id }) => channel_id))
}

/** Returns whether there was one. */
export async function removeFlag(db: Db, channelId: number, kind: FlagKind, model: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('channel_flags')
    .where('channel_id', '=', channelId)
    .where('kind', '=', kind)
    .where('model', '=', model)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
