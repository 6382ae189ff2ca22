import type { Kysely } from 'kysely'
import type { DrawingRow, Tables } from '../../../platform/storage/schema.ts'

/** A user's drawing; whatever is another user's does not exist. */
export const findOwn = (db: Kysely<Tables>, userId: number, mjId: string): Promise<DrawingRow | undefined> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', '=', mjId)
    .where('user_id', '=', userId)
    // Older versions kept the upstream's ids, which may repeat.
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Those of a user's drawings that are named, oldest first. */
export const listOwn = (db: Kysely<Tables>, userId: number, mjIds: readonly string[]): Promise<DrawingRow[]> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', 'in', mjIds)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()

/** Whosever it is: for those who have its signed address. */
export const findPictured = (db: Kysely<Tables>, mjId: string): Promise<DrawingRow | undefined> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('mj_id', '=', mjId)
    .where('image_url', '!=', '')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** The drawing that runs and whose upstream was given a callback address. */
export const findByCallback = (db: Kysely<Tables>, fingerprint: string): Promise<DrawingRow | undefined> =>
  db
    .selectFrom('midjourneys')
    .selectAll()
    .where('callback_token', '=', fingerprint)
    .where('is_open', '=', 1)
    .executeTakeFirst()
