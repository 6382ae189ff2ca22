import { MIRROR_KINDS, type MirrorReport, type MirrorSum } from '@tollgate/contract'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import { MOST_NAMES, type Sum } from './sum.ts'

/** Adds to the sums that are stored. A new name beyond the most of its kind counts among the others. */
export async function addSums(db: Db, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return
  await inTransaction(db, async db => {
    await lockName(db, 'mirror')
    const stored = await db.selectFrom('mirror_sums').select(['kind', 'key']).execute()
    const known = new Set(stored.map(({ kind, key }) => `${kind} ${key}`))
    const counts = new Map<string, number>()
    for (const { kind } of stored) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    for (const sum of sums) {
      const isOther = !known.has(`${sum.kind} ${sum.key}`) && (counts.get(sum.kind) ?? 0) >= MOST_NAMES
      const key = isOther ? '' : sum.key
      if (!known.has(`${sum.kind} ${key}`)) counts.set(sum.kind, (counts.get(sum.kind) ?? 0) + 1)
      known.add(`${sum.kind} ${key}`)
      await addSum(db, isOther ? { ...sum, key, name: '' } : sum)
    }
  })
}

const addSum = (db: Db, { at, ...sum }: Sum) =>
  db
    .insertInto('mirror_sums')
    .values({ ...sum, first_at: at, last_at: at })
    .onConflict(conflict =>
      conflict.columns(['kind', 'key']).doUpdateSet(({ ref, eb }) => ({
        name: sum.name,
        copies: eb(ref('mirror_sums.copies'), '+', sum.copies),
        refused: eb(ref('mirror_sums.refused'), '+', sum.refused),
        unplanned: eb(ref('mirror_sums.unplanned'), '+', sum.unplanned),
        held: eb(ref('mirror_sums.held'), '+', sum.held),
        cost: eb(ref('mirror_sums.cost'), '+', sum.cost),
        last_at: at,
      })),
    )
    .execute()

/** The sums by kind, the most copies first. */
export async function mirrorSums(db: Db): Promise<Omit<MirrorReport, 'is_on'>> {
  const rows = await db.selectFrom('mirror_sums').selectAll().orderBy('copies', 'desc').orderBy('key').execute()
  const [, ...kinds] = MIRROR_KINDS
  const lists = kinds.map(kind => [kind, rows.filter(row => row.kind === kind).map(withoutKind)])
  const all = rows.find(({ kind }) => kind === 'all')
  return { ...(Object.fromEntries(lists) as Omit<MirrorReport, 'is_on' | 'all'>), all: all ? withoutKind(all) : null }
}

const withoutKind = ({ kind: _, ...sum }: MirrorSum & { kind: string }): MirrorSum => sum

export const clearSums = (db: Db) => db.deleteFrom('mirror_sums').execute()
