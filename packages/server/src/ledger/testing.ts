import { LOG_TYPE } from '@tollgate/contract'
import pino from 'pino'
import type { NewLogRow } from '../storage/schema.ts'
import type { TestDatabase } from '../testing/databases.ts'
import { grant, type NewHold, openLedger, setTokenCap } from './index.ts'

/** A user with a token and a channel to spend on. */
export interface Payer {
  userId: number
  tokenId: number
  channelId: number
}

/** A ledger on a database of its own, and what a test says about it. */
export async function makeLedgerWorld({ storage, place, close }: TestDatabase) {
  const { db } = storage
  const ledger = await openLedger({
    storage,
    settings: () => ({ keepsLogs: true, keepsFigures: true }),
    log: pino({ level: 'silent' }),
    now: () => 1_700_000_000,
  })
  let made = 0

  return {
    storage,
    place,
    ledger,

    /** `cap` left out: the token is unlimited. */
    async payer({ balance, cap }: { balance: number; cap?: number }): Promise<Payer> {
      const name = `payer-${++made}`
      const user = await db
        .insertInto('users')
        .values({ username: name, aff_code: name, created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await grant(db, { userId: user.id, amount: balance, reference: `grant:test:${user.id}`, now: 1 })
      const token = await db
        .insertInto('tokens')
        .values({
          user_id: user.id,
          key_fingerprint: name,
          key_sealed: '',
          key_hint: '',
          name,
          created_time: 1,
          unlimited_quota: Number(cap === undefined),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (cap !== undefined) await setTokenCap(db, { tokenId: token.id, remain: cap, now: 1 })
      const channel = await db
        .insertInto('channels')
        .values({ type: 1, key_sealed: '', name, created_time: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { userId: user.id, tokenId: token.id, channelId: channel.id }
    },

    hold: ({ userId, tokenId }: Payer, amount: number): NewHold => ({
      requestId: Bun.randomUUIDv7(),
      userId,
      tokenId,
      amount,
      context: { username: 'u', token_name: 't', model_name: 'm', group: 'default', is_stream: 0, request_id: 'r' },
    }),

    /** Where a payer's money is. */
    async state({ userId, tokenId, channelId }: Payer) {
      const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
      const token = await db.selectFrom('tokens').selectAll().where('id', '=', tokenId).executeTakeFirstOrThrow()
      const channel = await db.selectFrom('channels').selectAll().where('id', '=', channelId).executeTakeFirstOrThrow()
      const holds = await db.selectFrom('holds').select('user_amount').where('user_id', '=', userId).execute()
      const logs = await db.selectFrom('logs').select('quota').where('user_id', '=', userId).execute()
      return {
        balance: user.quota,
        used: user.used_quota,
        requests: user.request_count,
        cap: token.remain_quota,
        tokenUsed: token.used_quota,
        channelUsed: channel.used_quota,
        holds: holds.reduce((sum, hold) => sum + hold.user_amount, 0),
        logged: logs.reduce((sum, row) => sum + row.quota, 0),
      }
    },

    async close() {
      await ledger.close()
      await close()
    },
  }
}

export type LedgerWorld = Awaited<ReturnType<typeof makeLedgerWorld>>

export function consumeRow({ userId, tokenId, channelId }: Payer, quota: number): NewLogRow {
  return {
    user_id: userId,
    token_id: tokenId,
    channel_id: channelId,
    created_at: 1_700_000_000,
    type: LOG_TYPE.consume,
    model_name: 'm',
    quota,
  }
}
