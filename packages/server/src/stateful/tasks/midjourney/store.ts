import type { Kysely } from 'kysely'
import type { DrawingRow, Tables } from '../../../platform/storage/schema.ts'

/** Finds a user's drawing, but not other users'. */
export const findOwn = (db: Kysely<Tables>, userId: number, mjId: string): Promise<DrawingRow | undefined> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', '=', mjId)
    .where('user_id', '=', userId)
    // Older versions kept the upstream's ids, which may repeat.
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Lists the named drawings of a user, oldest first. */
export const listOwn = (db: Kysely<Tables>, userId: number, mjIds: readonly string[]): Promise<DrawingRow[]> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', 'in', mjIds)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Finds any user's drawing, for callers with its signed URL. */
export const findPictured = (db: Kysely<Tables>, mjId: string): Promise<DrawingRow | undefined> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', '=', mjId)
    .where('image_url', '!=', '')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Finds the running drawing of a callback URL. */
export const findByCallback = (db: Kysely<Tables>, fingerprint: string): Promise<DrawingRow | undefined> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('callback_token', '=', fingerprint)
    .where('is_open', '=', 1)
    .executeTakeFirst()
