import { CHANNEL_STATUS } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'

/** Stores a test's result. In milliseconds; 0: nothing was sent, and the previous time stays. */
export async function keepTest(db: Db, id: number, testedAt: number, ms: number): Promise<void> {
  await db
    .updateTable('channels')
    .set({ test_time: testedAt, ...(ms > 0 && { response_time: ms }) })
    .where('id', '=', id)
    .execute()
}

export async function channelIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('channels').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Returns how many channels there are, and how many were tested since a given time. */
export async function countTested(db: Db, since: number): Promise<{ total: number; done: number }> {
  const { total, done } = await db
    .selectFrom('channels')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('test_time', '>=', since).as('done'),
    ])
    .executeTakeFirstOrThrow()
  return { total: Number(total), done: Number(done) }
}

export const autoDisabledChannels = (db: Db): Promise<ChannelRow[]> =>
  db.selectFrom('channels').selectAll().where('status', '=', CHANNEL_STATUS.autoDisabled).orderBy('id').execute()

/** Writes `other_info`, unless it or the status has changed since it was read. Returns whether it did. */
export async function changeInfo(db: Db, { id, other_info, status }: ChannelRow, info: object): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ other_info: JSON.stringify(info) })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('other_info', '=', other_info)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
