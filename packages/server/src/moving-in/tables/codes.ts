import { REDEMPTION_STATUS } from '@tollgate/contract'
import { insertRedemptions } from '../../money/redemptions/store.ts'
import type { Source } from '../sources/source.ts'
import { type Cells, readAll } from './cells.ts'
import { type Move, takenIds } from './move.ts'

export const codesOf = (source: Source) => readAll(source, 'redemptions', readCode)

const readCode = (cells: Cells) => ({
  id: cells.whole('id'),
  userId: cells.whole('user_id'),
  key: cells.text('key').trim(),
  status: cells.whole('status', REDEMPTION_STATUS.unused),
  name: cells.text('name'),
  quota: cells.whole('quota'),
  createdTime: cells.whole('created_time'),
  redeemedTime: cells.whole('redeemed_time'),
  usedUserId: cells.whole('used_user_id'),
  expiredTime: cells.whole('expired_time'),
  deletedAt: cells.deletion('deleted_at'),
})

const table = 'redemptions'

/** Inserts the redemption codes that are not here yet. */
export async function moveCodes(move: Move): Promise<void> {
  const { db, secrets, now } = move
  const all = codesOf(move.source)
  const taken = await takenIds(
    db,
    'redemptions',
    all.map(({ id }) => id),
  )
  const rows = await db.selectFrom('redemptions').select('key_fingerprint').execute()
  const known = new Set(rows.map(row => row.key_fingerprint))
  const brought = []
  for (const code of all.sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id)) {
    if (move.rowOf('redemption', code.id) !== undefined) continue
    const fingerprint = secrets.fingerprint(code.key)
    if (code.key === '' || known.has(fingerprint)) {
      move.note({ table, kind: 'left', text: 'The code is empty, or is here already.' }, code.id)
      continue
    }
    known.add(fingerprint)
    const [id = 0] = await insertRedemptions(db, [
      {
        ...(!taken.has(code.id) && { id: code.id }),
        user_id: move.rowOf('user', code.userId) ?? 0,
        key_sealed: secrets.encrypt(code.key),
        key_fingerprint: fingerprint,
        status: statusHere(move, code, now),
        name: code.name,
        quota: code.quota,
        created_time: code.createdTime,
        redeemed_time: code.redeemedTime,
        used_user_id: code.usedUserId === 0 ? 0 : (move.rowOf('user', code.usedUserId) ?? 0),
        deleted_at: code.deletedAt,
      },
    ])
    brought.push({ sourceId: code.id, rowId: id })
  }
  await move.remember('redemption', brought)
}

function statusHere(move: Move, { id, status, expiredTime }: ReturnType<typeof readCode>, now: number): number {
  if (expiredTime === 0 || status !== REDEMPTION_STATUS.unused) return status
  if (expiredTime <= now) return REDEMPTION_STATUS.disabled
  move.note({ table, kind: 'changed', text: 'Codes have no end here: it can be used until it is disabled.' }, id)
  return status
}
