import { readAll } from './cells.ts'
import type { Move } from './move.ts'

/** Base32, as authenticator apps take it. */
const SECRET = /^[A-Z2-7]{16,}=*$/

/** Takes over the secrets of one-time codes. Recovery codes have a hash that cannot be checked here. */
export async function moveSecondFactors(move: Move): Promise<void> {
  const { db, secrets, now, source } = move
  const factors = readAll(source, 'two_fas', cells => ({
    userId: cells.whole('user_id'),
    secret: cells.text('secret').trim().toUpperCase(),
    isOn: cells.flag('is_enabled') && cells.time('deleted_at') === null,
  }))
  for (const { userId, secret, isOn } of factors) {
    const rowId = move.rowOf('user', userId)
    if (!isOn || rowId === undefined) continue
    if (!SECRET.test(secret)) {
      move.note({ table, kind: 'asks', text: 'The secret cannot be read: one-time codes must be set up again.' }, rowId)
      continue
    }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('second_factors')
      .values({ user_id: rowId, secret_sealed: secrets.encrypt(secret) })
      .onConflict(conflict => conflict.column('user_id').doNothing())
      .executeTakeFirstOrThrow()
    if ((numInsertedOrUpdatedRows ?? 0n) === 0n) continue
    await db.updateTable('users').set({ second_factor_at: now }).where('id', '=', rowId).execute()
    move.note({ table, kind: 'asks', text: 'One-time codes go on working; recovery codes must be made again.' }, rowId)
  }
}

const table = 'two_fas'
