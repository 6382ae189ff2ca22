import { MIRROR_KINDS, type MirrorReport, type MirrorSum } from '@tollgate/contract'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { lockName } from '../../platform/storage/lock-name.ts'
import { addTo, MOST_NAMES, type Sum } from './sum.ts'

/**
 * Adds to the sums that are stored. A new name beyond the most of its kind takes the place of the one with the fewest
 * copies, unless it has fewer itself; whichever goes counts among the others.
 */
export async function addSums(db: Db, sums: readonly Sum[]): Promise<void> {
  if (sums.length === 0) return
  await inTransaction(db, async db => {
    await lockName(db, 'mirror')
    const stored = await db.selectFrom('mirror_sums').select(['kind', 'key', 'copies']).where('key', '<>', '').execute()
    /** Copies by name, by kind. */
    const names = new Map<string, Map<string, number>>()
    for (const { kind } of [...stored, ...sums]) names.set(kind, new Map())
    for (const { kind, key, copies } of stored) names.get(kind)?.set(key, copies)
    for (const sum of sums) {
      const known = names.get(sum.kind) ?? new Map<string, number>()
      const isNew = sum.key !== '' && !known.has(sum.key)
      const rarest = isNew && known.size >= MOST_NAMES ? rarestOf(known) : null
      if (rarest && rarest.copies > sum.copies) {
        await addSum(db, { ...sum, ...OTHERS })
        continue
      }
      if (rarest) {
        known.delete(rarest.key)
        await addSum(db, { ...(await takeOut(db, sum.kind, rarest.key)), ...OTHERS })
      }
      if (sum.key !== '') known.set(sum.key, (known.get(sum.key) ?? 0) + sum.copies)
      await addSum(db, sum)
    }
  })
}

const OTHERS = { key: '', name: '' }

function rarestOf(names: ReadonlyMap<string, number>) {
  let rarest = { key: '', copies: Number.POSITIVE_INFINITY }
  for (const [key, copies] of names) if (copies < rarest.copies) rarest = { key, copies }
  return rarest
}

async function takeOut(db: Db, kind: Sum['kind'], key: string): Promise<Sum> {
  const {
    first_at: _,
    last_at: at,
    ...sum
  } = await db
    .deleteFrom('mirror_sums')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { ...sum, kind, at }
}

/** Keeps the names with the most copies of each kind, and sums up the others. */
export function withFewNames(sums: Iterable<Sum>): Sum[] {
  const kept: Sum[] = []
  const counts = new Map<string, number>()
  const others = new Map<string, Sum>()
  for (const sum of [...sums].sort((one, other) => other.copies - one.copies)) {
    const count = counts.get(sum.kind) ?? 0
    const rest = others.get(sum.kind)
    if (sum.key !== '' && count < MOST_NAMES) {
      counts.set(sum.kind, count + 1)
      kept.push(sum)
    } else if (rest) addTo(rest, sum)
    else others.set(sum.kind, { ...sum, ...OTHERS })
  }
  return [...kept, ...others.values()]
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
