import { AUTO_GROUP, type ImportSentence, splitList } from '@tollgate/contract'
import { bringTokens } from '../../money/ledger/index.ts'
import { keyColumns } from '../../people/tokens/keys.ts'
import { insertToken } from '../../people/tokens/store.ts'
import { SourceProblem } from '../sources/problem.ts'
import type { Source } from '../sources/source.ts'
import { type Cells, readAll } from './cells.ts'
import { type Move, takenIds } from './move.ts'
import { hasAutoGroup } from './options.ts'

export type SourceToken = ReturnType<typeof readToken>

/** @throws SourceProblem if two tokens have the same key */
export function tokensOf(source: Source): SourceToken[] {
  const tokens = readAll(source, 'tokens', readToken)
  const owners = new Map<string, number>()
  for (const { id, key } of tokens) {
    const other = owners.get(key)
    if (key !== '' && other !== undefined)
      throw new SourceProblem(
        `The tokens ${other} and ${id} have the same key, so nobody can tell who pays: delete one of them in the source.`,
      )
    owners.set(key, id)
  }
  return tokens
}

/** One-api's columns are `models` and `subnet`; new-api's `model_limits` and `allow_ips`. */
function readToken(cells: Cells) {
  const models = splitList(cells.text('models') || cells.text('model_limits'))
  return {
    id: cells.whole('id'),
    userId: cells.whole('user_id'),
    // Some databases pad it with spaces.
    key: cells.text('key').trim(),
    status: cells.whole('status', 1),
    name: cells.text('name'),
    createdTime: cells.whole('created_time'),
    accessedTime: cells.whole('accessed_time'),
    expiredTime: cells.whole('expired_time', -1),
    remainQuota: cells.whole('remain_quota'),
    usedQuota: cells.whole('used_quota'),
    isUnlimited: cells.flag('unlimited_quota'),
    models: models.join(','),
    isLimited: cells.text('models') !== '' ? models.length > 0 : cells.flag('model_limits_enabled'),
    addresses: splitList((cells.text('subnet') || cells.text('allow_ips')).replaceAll('\n', ',')).join('\n'),
    group: cells.text('group'),
    deletedAt: cells.deletion('deleted_at'),
  }
}

/** Returns why a token of the source cannot be imported; empty: it can. */
export const whyLeft = ({ key, userId }: SourceToken, hasUser: (id: number) => boolean): ImportSentence | '' => {
  if (!hasUser(userId)) return 'Its user does not exist in the source.'
  return key === '' ? 'It has no key.' : ''
}

/** Inserts the tokens that are not here yet, with what is left of their caps. */
export async function moveTokens(move: Move): Promise<void> {
  const { db, secrets, id: importId, now } = move
  const all = tokensOf(move.source)
  const taken = await takenIds(
    db,
    'tokens',
    all.map(({ id }) => id),
  )
  const hasAuto = await hasAutoGroup(db)
  const brought = []
  const open = all.filter(({ id }) => move.rowOf('token', id) === undefined)
  await refuseKnownKeys(move, open)
  for (const token of open.sort((a, b) => Number(taken.has(a.id)) - Number(taken.has(b.id)) || a.id - b.id)) {
    const why = whyLeft(token, id => move.rowOf('user', id) !== undefined)
    if (why !== '') {
      move.note({ table, kind: 'left', text: why }, token.id)
      continue
    }
    const userId = move.rowOf('user', token.userId) as number
    const { id } = await insertToken(db, {
      ...(!taken.has(token.id) && { id: token.id }),
      ...keyColumns(token.key, secrets),
      user_id: userId,
      status: token.status,
      name: token.name,
      created_time: token.createdTime,
      accessed_time: token.accessedTime,
      expired_time: token.expiredTime,
      unlimited_quota: Number(token.isUnlimited),
      model_limits_enabled: Number(token.isLimited),
      model_limits: token.models,
      allow_ips: token.addresses,
      group: groupHere(token, hasAuto),
      deleted_at: token.deletedAt,
    })
    noteToken(move, token, id)
    if (token.group === AUTO_GROUP && !hasAuto)
      move.note({ table, kind: 'changed', text: 'The group “auto” is not known here: the token has its user’s.' }, id)
    brought.push({ token, tokenId: id, userId })
  }
  await bringTokens(
    db,
    brought.map(({ token, tokenId, userId }) => ({
      tokenId,
      userId,
      reference: `import:${importId}:token:${token.id}`,
      remain: isForgiven(move, token) ? 0 : token.remainQuota,
      isUnlimited: token.isUnlimited,
      usedQuota: token.usedQuota,
    })),
    now,
  )
  const forgiven = brought.filter(({ token }) => isForgiven(move, token))
  await move.remember(
    'cap',
    forgiven.map(({ token, tokenId }) => ({ sourceId: token.id, rowId: tokenId })),
  )
  await move.remember(
    'token',
    brought.map(({ token, tokenId }) => ({ sourceId: token.id, rowId: tokenId, usedQuota: token.usedQuota })),
  )
}

const table = 'tokens'

/** A token of the group *auto* has its user's where there is no such group. */
export const groupHere = ({ group }: Pick<SourceToken, 'group'>, hasAuto: boolean): string =>
  group === AUTO_GROUP && !hasAuto ? '' : group

/** What a cap owes; a token without one owes nothing. */
const isForgiven = ({ debts }: Move, { isUnlimited, remainQuota }: SourceToken) =>
  debts === 'forgive' && !isUnlimited && remainQuota < 0

function noteToken(move: Move, token: SourceToken, id: number): void {
  const { remainQuota, isUnlimited } = token
  move.note({ table, kind: 'sealed', text: 'Keys were in plain text; here they are encrypted.' }, id)
  if (id !== token.id) move.note({ table, kind: 'changed', text: 'The id was taken here.' }, `${token.id} → ${id}`)
  if (remainQuota < 0)
    move.note(
      {
        table,
        kind: 'changed',
        text: isUnlimited
          ? 'A rest below zero means nothing for a token without a cap; it is 0 here.'
          : isForgiven(move, token)
            ? 'A rest below zero was forgiven: it is 0 here.'
            : 'A rest below zero becomes a rest of 0 and a debt of the cap, subtracted when the cap grows.',
      },
      id,
      isUnlimited ? undefined : -remainQuota,
    )
}

/** Refuses keys that exist here, because they would get a second owner. */
async function refuseKnownKeys({ db, secrets }: Move, tokens: readonly SourceToken[]): Promise<void> {
  const known = new Set(
    (await db.selectFrom('tokens').select('key_fingerprint').execute()).map(row => row.key_fingerprint),
  )
  const twice = tokens.filter(({ key }) => known.has(secrets.fingerprint(key)))
  if (twice.length > 0)
    throw new SourceProblem(
      `${twice.length} of the source’s keys belong to tokens here already (the first: token ${twice[0]?.id} “${twice[0]?.name}”), so it may have been imported before: delete those tokens on one side.`,
    )
}
