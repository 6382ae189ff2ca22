import { LOG_TYPE } from '@tollgate/contract'
import pino from 'pino'
import { onServer, type TestDatabase } from '../../../test/support/databases.ts'
import { type Bus, noBus } from '../../platform/cluster/bus.ts'
import type { Storage } from '../../platform/storage/db.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import { audit } from './audit.ts'
import {
  type Charged,
  credit,
  DatabaseUnavailable,
  type Ledger,
  type NewHold,
  openLedger,
  type Settlement,
  setTokenCap,
} from './index.ts'

/** A user with a token, and a channel. */
export interface Payer {
  userId: number
  tokenId: number
  channelId: number
}

export const NOW = 1_700_000_000

export interface TestLedgerOptions {
  keepsLogs?: boolean
  requestPatienceMs?: number
  isOnlyNode?: boolean
  heartbeatMs?: number
  bus?: Bus
}

/** The open ledgers of each storage. */
const opened = new Map<Storage, Set<Ledger>>()
const ledgersOn = (storage: Storage): Set<Ledger> => opened.get(storage) ?? new Set()

/** Opens a ledger for tests, whose nodes notice each other's death within 0.2 seconds. */
export async function openTestLedger(
  storage: Storage,
  {
    keepsLogs = true,
    requestPatienceMs = 5_000,
    isOnlyNode = storage.kind === 'sqlite',
    heartbeatMs = 30,
    bus = noBus,
  }: TestLedgerOptions = {},
): Promise<Ledger> {
  const settings = () => ({ keepsLogs, keepsFigures: true })
  const log = pino({ level: 'silent' })
  const ledger = await openLedger(
    { storage, bus, isOnlyNode, settings, log, now: () => NOW },
    { heartbeatMs, requestPatienceMs },
  )
  const closing: Ledger = {
    ...ledger,
    close() {
      ledgersOn(storage).delete(closing)
      return ledger.close()
    },
  }
  opened.set(storage, ledgersOn(storage).add(closing))
  return closing
}

export type LedgerFixture = Awaited<ReturnType<typeof makeLedgerFixture>>

/** Makes a ledger on its own database, with checks for tests. */
export async function makeLedgerFixture({ storage, place, close }: TestDatabase, options?: TestLedgerOptions) {
  const { db } = storage
  const ledger = await openTestLedger(storage, options)
  let made = 0

  return {
    storage,
    place,
    ledger,
    findings: () => audit(storage, NOW),

    /** Makes a payer; without `cap`, the token is unlimited. */
    async payer({ balance, cap }: { balance: number; cap?: number }): Promise<Payer> {
      const name = `payer-${++made}`
      const user = await db
        .insertInto('users')
        .values({ username: name, aff_code: name, created_at: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await credit(db, { userId: user.id, amount: balance, reference: `grant:test:${user.id}`, now: 1 })
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

    hold: newHold,

    settlement: (payer: Payer, { requestId }: NewHold, quota: number): Settlement => ({
      requestId,
      quota,
      channelId: payer.channelId,
      log: consumeRow(payer, quota),
    }),

    figures: ({ userId }: Payer) =>
      db
        .selectFrom('quota_data')
        .select(['model_name', 'created_at', 'count', 'quota'])
        .where('user_id', '=', userId)
        .execute(),

    /** PostgreSQL: ends every connection and accepts no new ones until the returned function is called. */
    async closeToConnections(): Promise<() => Promise<void>> {
      const name = new URL(place.DATABASE_URL ?? '').pathname.slice(1)
      await onServer(`alter database ${name} with allow_connections false`)
      await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      return () => onServer(`alter database ${name} with allow_connections true`)
    },

    /** Returns where a payer's money is; amounts leased by other nodes count as held. */
    async state({ userId, tokenId, channelId }: Payer) {
      const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
      const token = await db.selectFrom('tokens').selectAll().where('id', '=', tokenId).executeTakeFirstOrThrow()
      const channel = await db.selectFrom('channels').selectAll().where('id', '=', channelId).executeTakeFirstOrThrow()
      const { ofUser, ofToken } = await heldOf(userId, tokenId)
      const logs = await db.selectFrom('logs').select('quota').where('user_id', '=', userId).execute()
      return {
        balance: user.quota - ofUser,
        used: user.used_quota,
        requests: user.request_count,
        cap: token.remain_quota - ofToken,
        tokenUsed: token.used_quota,
        channelUsed: channel.used_quota,
        holds: ofUser,
        logged: logs.reduce((sum, row) => sum + row.quota, 0),
      }
    },

    async close() {
      await ledger.close()
      await close()
    },
  }

  /** Returns what open ledgers hold, plus the leases of ledgers that are not open here. */
  async function heldOf(userId: number, tokenId: number) {
    const open = [...ledgersOn(storage)]
    const nodes = new Set(open.map(ledger => ledger.node()))
    const leases = await db.selectFrom('leases').selectAll().execute()
    const elsewhere = (account: string, id: number) =>
      leases
        .filter(lease => lease.account === account && lease.account_id === id && !nodes.has(lease.node))
        .reduce((sum, { taken, spent }) => sum + taken - spent, 0)
    const held = open.flatMap(ledger => [...ledger.holds()])
    const sumOf = (column: 'userAmount' | 'tokenAmount', of: typeof held) =>
      of.reduce((sum, hold) => sum + hold[column], 0)
    return {
      ofUser:
        elsewhere('user', userId) +
        sumOf(
          'userAmount',
          held.filter(hold => hold.userId === userId),
        ),
      ofToken:
        elsewhere('token', tokenId) +
        sumOf(
          'tokenAmount',
          held.filter(hold => hold.tokenId === tokenId),
        ),
    }
  }
}

/** Settles like the relay, even if the database does not accept it for a while. */
export async function settleInTheEnd(ledger: Ledger, settlement: Settlement): Promise<Charged> {
  try {
    return await ledger.settle(settlement)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    return settleInTheEnd(ledger, { ...settlement, isLate: true })
  }
}

export const newHold = ({ userId, tokenId }: Payer, amount: number): NewHold => ({
  requestId: Bun.randomUUIDv7(),
  userId,
  tokenId,
  amount: { least: amount, most: amount },
  context: { username: 'u', token_name: 't', model_name: 'm', group: 'default', is_stream: 0, request_id: 'r' },
})

export function consumeRow({ userId, tokenId, channelId }: Payer, quota: number): NewLogRow {
  return {
    user_id: userId,
    token_id: tokenId,
    channel_id: channelId,
    created_at: NOW,
    type: LOG_TYPE.consume,
    model_name: 'm',
    quota,
  }
}
