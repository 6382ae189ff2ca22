import { sql } from 'kysely'
import type { Secrets } from '../platform/secrets/secrets.ts'
import { inTransaction, type Storage } from '../platform/storage/db.ts'
import { isSettingOpen, sealSetting } from '../relay/candidates/channel-setting.ts'

/**
 * Encrypts what older versions stored in plain text: redemption codes, and channel proxies with their passwords. Must
 * run before anything is read. With several nodes, the first one encrypts a row.
 */
export async function sealAtRest({ db, kind }: Storage, secrets: Secrets): Promise<void> {
  const codes = await db
    .selectFrom('redemptions')
    .select(['id', 'key_sealed'])
    .where('key_fingerprint', '=', '')
    // All nodes that start together use the same order, so that they wait for each other instead of deadlocking.
    .orderBy('id')
    .execute()
  const settings = await db.selectFrom('channels').select(['id', 'setting']).orderBy('id').execute()
  const channels = settings.filter(({ setting }) => isSettingOpen(setting))
  if (codes.length === 0 && channels.length === 0) return
  // Otherwise the overwritten plain text would stay in the file.
  if (kind === 'sqlite') await sql`pragma secure_delete = on`.execute(db)
  await inTransaction(db, async db => {
    for (const { id, key_sealed: key } of codes)
      await db
        .updateTable('redemptions')
        .set({ key_sealed: secrets.encrypt(key), key_fingerprint: secrets.fingerprint(key) })
        .where('id', '=', id)
        .where('key_fingerprint', '=', '')
        .execute()
    for (const { id, setting } of channels)
      await db
        .updateTable('channels')
        .set({ setting: sealSetting(setting, secrets) })
        .where('id', '=', id)
        .where('setting', '=', setting)
        .execute()
  })
  if (kind === 'sqlite') await sql`pragma secure_delete = off`.execute(db)
  if (kind === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db)
}
