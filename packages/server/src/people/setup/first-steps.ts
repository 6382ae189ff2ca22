import { type calls, LOG_TYPE, type ReplyOf, TOKEN_STATUS } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'

/** Reads which first steps the site has completed, up to its first charged call. Reads at most one row of each kind. */
export async function readFirstSteps(db: Db, userId: number): Promise<ReplyOf<typeof calls.setup.steps>> {
  const [channel, tested, token, receipt] = await Promise.all([
    db.selectFrom('channels').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst(),
    db.selectFrom('channels').select('id').where('test_time', '>', 0).limit(1).executeTakeFirst(),
    db
      .selectFrom('tokens')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', '=', TOKEN_STATUS.enabled)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('logs')
      .select('id')
      .where('user_id', '=', userId)
      .where('type', '=', LOG_TYPE.consume)
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    channel_id: channel?.id ?? null,
    tested: tested !== undefined,
    token_id: token?.id ?? null,
    called: receipt !== undefined,
  }
}
