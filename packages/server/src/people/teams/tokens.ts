import { type CheckedInputOf, type calls, isTeamRole, type ReplyOf, type Token } from '@tollgate/contract'
import { lockAccountsChain, withPeriodUse } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { inTransaction } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { endBranch } from '../tokens/children/end-branch.ts'
import { insertTokens } from '../tokens/create.ts'
import { findToken, tokensBy } from '../tokens/store.ts'
import { toToken } from '../tokens/to-token.ts'
import { changeToken } from '../tokens/update.ts'
import { projectForToken } from './projects.ts'
import { type InTeam, requireMember } from './serve-team.ts'
import { namesOf } from './store.ts'

type Place = InTeam & { caller: Caller }

/** The tokens of a member; for administrators those of the team, without the keys of others. */
export async function listTeamTokens(
  app: PeopleContext,
  { teamId, member, caller }: Place,
  query: CheckedInputOf<typeof calls.teams.tokens>['query'],
): Promise<ReplyOf<typeof calls.teams.tokens>> {
  const filters = { isTop: true, ...(!isTeamRole(member.role, 'admin') && { memberId: caller.id }) }
  const { rows, count } = tokensBy(app.db, teamId, filters, app.now())
  const page = await readPage(rows, count, query, toToken(app))
  const items = await withPeriodUse(app.db, 'token', page.items, app.now())
  const names = await namesOf(app.db, [...new Set(items.map(({ member_id }) => member_id))])
  const shown = (token: Token) => ({ ...token, key: token.member_id === caller.id ? token.key : '' })
  return { ...page, items: items.map(token => ({ ...shown(token), member: names.get(token.member_id) ?? '' })) }
}

/** Makes tokens paid by the team's wallet, with the group and rights of their maker. */
export async function makeTeamTokens(
  app: PeopleContext,
  { teamId, caller }: Place,
  { project_id, ...form }: CheckedInputOf<typeof calls.teams.makeToken>['body'],
): Promise<Token[]> {
  const rows = await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    const { seat_id } = await requireMember(db, { teamId, userId: caller.id, least: 'member' })
    const project = await projectForToken(db, teamId, project_id)
    const owner = { id: teamId, group: caller.group, member_id: caller.id, seat_id, project_id: project }
    return insertTokens(db, owner, form, app)
  })
  await app.changeEvents.emit('tokens')
  return rows.map(toToken(app))
}

export async function changeTeamToken(
  app: PeopleContext,
  { teamId, caller }: Place,
  id: number,
  form: CheckedInputOf<typeof calls.teams.changeToken>['body'],
): Promise<Token> {
  const token = await teamToken(app, teamId, id)
  if (token.member_id !== caller.id) throw consoleError('token_not_found')
  return changeToken(app, { id: teamId, group: caller.group }, { ...form, id })
}

/** Members delete their own tokens, administrators any. */
export async function removeTeamToken(
  app: PeopleContext,
  { teamId, member, caller }: Place,
  id: number,
): Promise<void> {
  const token = await teamToken(app, teamId, id)
  if (token.member_id !== caller.id && !isTeamRole(member.role, 'admin')) throw consoleError('token_not_found')
  await endBranch(app, { userId: teamId, id })
}

async function teamToken({ db }: PeopleContext, teamId: number, id: number): Promise<TokenRow> {
  const token = await findToken(db, teamId, id)
  if (!token) throw consoleError('token_not_found')
  return token
}
