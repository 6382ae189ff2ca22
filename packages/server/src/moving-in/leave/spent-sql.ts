import { REDEMPTION_STATUS } from '@tollgate/contract'
import { StartError } from '../../platform/process/environment.ts'
import type { Db } from '../../platform/storage/db.ts'
import { type Moved, movedHere } from '../proof/imported-figures.ts'
import { SPENT_MARK } from './spent-mark.ts'
import { type SqlKind, sqlWriter } from './sql-text.ts'

/** Which gateway the database belongs to, and what moved from when on. */
export interface SpentSince {
  kind: SqlKind
  program: 'new-api' | 'one-api'
  /** Unix seconds. */
  from: number
  now: number
}

/**
 * Returns SQL that takes what has moved here since a time into the database that was imported: calls and refunds, credits and used
 * codes. One transaction; each statement looks for a mark that the last one leaves, so that a second run changes nothing.
 *
 * @throws StartError where nothing was imported, or it is not clear which
 */
export async function* spentSql(db: Db, { kind, program, from, now }: SpentSince): AsyncGenerator<string> {
  const imports = await db.selectFrom('imports').select(['id', 'name', 'generation', 'imported_at']).execute()
  const [found, ...more] = imports.filter(({ generation }) => generation.startsWith(program))
  if (!found) throw new StartError(`No database of ${program} was imported into this site.`)
  if (more.length > 0)
    throw new StartError(
      `Several databases of ${program} were imported into this site, so nobody can tell whose this would be.`,
    )
  if (from < found.imported_at)
    throw new StartError(`--spent-since is before ${found.name} was imported (${isoTime(found.imported_at)}).`)
  const users = await movedHere(db, 'user', found.id, from)
  const tokens = await movedHere(db, 'token', found.id, from)
  const { name, text } = sqlWriter(kind)
  const mark = `${SPENT_MARK}${found.id}_${from}`
  const unmarked = `NOT EXISTS (SELECT 1 FROM ${name('options')} WHERE ${name('key')} = ${text(mark)})`
  const change = (table: string, { sourceId, amount, charged, requests }: Moved, rest: string, counts: boolean) =>
    `UPDATE ${name(table)} SET ${[
      ...(amount === 0 ? [] : [`${name(rest)} = ${name(rest)} ${signed(amount)}`]),
      ...(charged === 0 ? [] : [`${name('used_quota')} = ${name('used_quota')} ${signed(charged)}`]),
      ...(counts && requests !== 0 ? [`${name('request_count')} = ${name('request_count')} ${signed(requests)}`] : []),
    ].join(', ')} WHERE ${name('id')} = ${sourceId} AND ${unmarked};`

  const sum = users.reduce((all, { amount }) => all + amount, 0)
  yield `-- What has moved in Tollgate from ${isoTime(from)} to ${isoTime(now)}, for the database of ${program} that was imported as ${found.name.replaceAll('\n', ' ')}.`
  yield `-- Balances change by ${sum} in all. Stop both gateways first; empty the old one’s Redis, if it has one. A second run changes nothing and fails.`
  for (const line of await newHere(db, found.id)) yield line
  yield 'BEGIN;'
  for (const moved of users) yield change('users', moved, 'quota', true)
  for (const moved of tokens)
    if (moved.amount !== 0 || moved.charged !== 0) yield change('tokens', moved, 'remain_quota', false)
  for (const code of await usedCodes(db, found.id, from))
    yield `UPDATE ${name('redemptions')} SET ${name('status')} = ${REDEMPTION_STATUS.used}, ${name('redeemed_time')} = ${code.time} WHERE ${name('id')} = ${code.id} AND ${name('status')} = ${REDEMPTION_STATUS.unused} AND ${unmarked};`
  yield `INSERT INTO ${name('options')} (${name('key')}, ${name('value')}) VALUES (${text(mark)}, ${text(String(now))});`
  yield 'COMMIT;'
}

const signed = (amount: number) => (amount < 0 ? `- ${-amount}` : `+ ${amount}`)
const isoTime = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

const usedCodes = async (db: Db, id: string, from: number) =>
  await db
    .selectFrom('imported_rows')
    .innerJoin('redemptions', 'redemptions.id', 'imported_rows.row_id')
    .select(['imported_rows.source_id as id', 'redemptions.redeemed_time as time'])
    .where('import_id', '=', id)
    .where('kind', '=', 'redemption')
    .where('redemptions.status', '=', REDEMPTION_STATUS.used)
    .where('redemptions.redeemed_time', '>=', from)
    .orderBy('imported_rows.source_id')
    .execute()

/** What the old database cannot know. */
async function newHere(db: Db, id: string): Promise<string[]> {
  const lines = await Promise.all(
    (['user', 'token'] as const).map(async kind => {
      const { rows } = await db
        .selectFrom(`${kind}s`)
        .select(({ fn }) => fn.countAll<number>().as('rows'))
        .where('id', 'not in', query =>
          query.selectFrom('imported_rows').select('row_id').where('import_id', '=', id).where('kind', '=', kind),
        )
        .executeTakeFirstOrThrow()
      return rows === 0 ? [] : [`-- ${rows} ${kind}s of this site are not from there, and stay here alone.`]
    }),
  )
  return lines.flat()
}
