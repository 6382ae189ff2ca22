import { bringTokenChanges, bringUserChanges } from '../../money/ledger/index.ts'
import { SPENT_MARK } from '../leave/spent-mark.ts'
import { creditedSubscriptions, tokenFigures, userFigures } from '../proof/imported-figures.ts'
import { SourceProblem } from '../sources/problem.ts'
import { rowsOf } from '../sources/source.ts'
import { channelsOf } from '../tables/channels.ts'
import type { Move } from '../tables/move.ts'
import { tokensOf } from '../tables/tokens.ts'
import { usersOf } from '../tables/users.ts'
import { syncRows } from './rows.ts'
import { rememberUsed } from './used.ts'

/**
 * Brings what has changed in the source since it was imported: for each account the difference between its figure now and its figure
 * at the last run becomes one entry of the ledger. What has moved here meanwhile stays. A second run finds no difference. Returns how many rows changed.
 */
export async function syncChanges(move: Move): Promise<number> {
  refuseTakenBack(move)
  const { db, id, now } = move
  const { syncs } = await db.selectFrom('imports').select('syncs').where('id', '=', id).executeTakeFirstOrThrow()
  const run = syncs + 1
  const changed =
    (await syncUsers(move, run)) + (await syncTokens(move, run)) + (await syncChannels(move)) + (await syncRows(move))
  await db
    .updateTable('imports')
    .set({ synced_at: now, sha256: move.source.sha256, ...(changed > 0 && { syncs: run }) })
    .where('id', '=', id)
    .execute()
  return changed
}

/** Its balances then hold what was spent here: bringing them would charge it twice. */
function refuseTakenBack({ source, id }: Move): void {
  const [mark] = rowsOf(source, 'options', { where: `substr("key", 1, ${SPENT_MARK.length}) = '${SPENT_MARK}'` })
  if (mark?.key?.startsWith(`${SPENT_MARK}${id}_`))
    throw new SourceProblem(
      'What was spent here was taken back to the source’s database, so its balances hold it already: import it into a new site.',
    )
}

async function syncUsers({ db, source, generation, id, rowOf, now }: Move, run: number): Promise<number> {
  const here = new Map((await userFigures(db, id)).map(figures => [figures.sourceId, figures]))
  const credited = await creditedSubscriptions(db, id)
  const changes = usersOf(source, generation).flatMap(user => {
    const known = here.get(user.id)
    const userId = rowOf('user', user.id)
    if (!known || userId === undefined) return []
    const broughtQuota = rowOf('debt', user.id) === undefined ? user.quota : Math.max(0, user.quota)
    const change = {
      sourceId: user.id,
      userId,
      reference: `import:${id}:sync:${run}:user:${user.id}`,
      balance: broughtQuota - (known.quota - (credited.get(userId) ?? 0)),
      earningsLeft: user.affQuota - known.affQuota,
      earningsEver: user.affHistory - known.affHistory,
      usedQuota: user.usedQuota - known.usedQuota,
      requestCount: user.requestCount - known.requestCount,
    }
    const { balance, earningsLeft, earningsEver, usedQuota, requestCount } = change
    return [balance, earningsLeft, earningsEver, usedQuota, requestCount].some(amount => amount !== 0) ? [change] : []
  })
  await bringUserChanges(db, changes, now)
  await rememberUsed(db, id, 'user', changes)
  return changes.length
}

async function syncTokens({ db, source, id, rowOf, now }: Move, run: number): Promise<number> {
  const here = new Map((await tokenFigures(db, id)).map(figures => [figures.sourceId, figures]))
  const changes = tokensOf(source).flatMap(token => {
    const known = here.get(token.id)
    const tokenId = rowOf('token', token.id)
    const userId = rowOf('user', token.userId)
    if (!known || tokenId === undefined || userId === undefined) return []
    const owesNothing = token.isUnlimited || rowOf('cap', token.id) !== undefined
    const rest = owesNothing ? Math.max(0, token.remainQuota) : token.remainQuota
    const change = {
      sourceId: token.id,
      tokenId,
      userId,
      reference: `import:${id}:sync:${run}:token:${token.id}`,
      remain: rest - known.remainQuota,
      isUnlimited: token.isUnlimited,
      usedQuota: token.usedQuota - known.usedQuota,
    }
    return change.remain !== 0 || change.usedQuota !== 0 ? [change] : []
  })
  await bringTokenChanges(db, changes, now)
  await rememberUsed(db, id, 'token', changes)
  return changes.length
}

/** What a channel had used there. */
async function syncChannels({ db, source, generation, id, rowOf }: Move): Promise<number> {
  const rows = await db
    .selectFrom('imported_rows')
    .select(['source_id', 'used_quota'])
    .where('import_id', '=', id)
    .where('kind', '=', 'channel')
    .execute()
  const known = new Map(rows.map(({ source_id, used_quota }) => [source_id, used_quota]))
  const changes = channelsOf(source, generation).flatMap(channel => {
    const rowId = rowOf('channel', channel.id)
    const usedQuota = channel.usedQuota - (known.get(channel.id) ?? 0)
    return rowId === undefined || usedQuota === 0 ? [] : [{ sourceId: channel.id, rowId, usedQuota }]
  })
  for (const { rowId, usedQuota } of changes)
    await db
      .updateTable('channels')
      .set(channels => ({ used_quota: channels('used_quota', '+', usedQuota) }))
      .where('id', '=', rowId)
      .execute()
  await rememberUsed(db, id, 'channel', changes)
  return changes.length
}
