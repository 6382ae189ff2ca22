import type { CheckedInputOf, calls, ReplyOf, Team } from '@tollgate/contract'
import { accountEntries } from '../../money/ledger/account-entries.ts'
import { lockAccountsChain, transfer, transferRest } from '../../money/ledger/index.ts'
import { endAllOf } from '../../money/plans/end-subscription.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { inWords } from '../../platform/options/quota-words.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import { readPage } from '../../platform/storage/page.ts'
import type { PeopleContext } from '../context.ts'
import { updateUser } from '../users/store.ts'
import { readTeam } from './create.ts'
import { type InTeam, requireMember } from './serve-team.ts'
import { dissolvedWithRest, endTokens, namesOf } from './store.ts'

/** Calls may lease recalled quota again; then it is recalled once more. */
const MOST_RECALLS = 5

/**
 * Moves quota from a member's balance into the team's wallet.
 *
 * @throws ApiError
 */
export async function deposit(app: PeopleContext, { teamId, member }: InTeam, amount: number): Promise<Team> {
  const userId = member.user_id
  for (let recalls = 0; recalls < MOST_RECALLS; recalls++) {
    const moved = await inTransaction(app.db, async db => {
      await lockAccountsChain(db)
      // The team may have been dissolved meanwhile.
      await requireMember(db, { teamId, userId, least: 'member' })
      await requireUnlimited(db, userId)
      const reference = `team-in:${teamId}:${userId}:${crypto.randomUUID()}` as const
      return transfer(db, { fromId: userId, toId: teamId, amount, reference, now: app.now() })
    })
    if (moved === 'insufficient') throw await tooLow(app, userId)
    if (moved === 'moved') return readTeam(app.db, userId, teamId)
    await app.ledger.recall('user', userId)
  }
  throw consoleError('team_balance_moving', {}, 'quota')
}

/** A user with a spending limit could otherwise spend the rest through a team. */
async function requireUnlimited(db: Db, userId: number): Promise<void> {
  const { quota_period, period_quota } = await db
    .selectFrom('users')
    .select(['quota_period', 'period_quota'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (quota_period !== '' && period_quota > 0) throw consoleError('team_deposit_limited', {}, 'quota')
}

async function tooLow({ db, options }: PeopleContext, userId: number) {
  const user = await db.selectFrom('users').select(['quota', 'owed']).where('id', '=', userId).executeTakeFirstOrThrow()
  return consoleError(
    'team_balance_too_low',
    { available: inWords(Math.max(0, user.quota - user.owed), options) },
    'quota',
  )
}

type Entries = ReplyOf<typeof calls.teams.entries>

/** Changes of the team's balance other than calls, with the members who made them. */
export async function listEntries(
  { reports }: PeopleContext,
  { teamId }: InTeam,
  query: CheckedInputOf<typeof calls.teams.entries>['query'],
): Promise<Entries> {
  const { rows, count } = accountEntries(reports, teamId)
  const page = await readPage(rows.select('reference'), count, query, row => row)
  const names = await namesOf(reports, [...new Set(page.items.map(memberIn))])
  return {
    ...page,
    items: page.items.map(({ reference, ...entry }) => ({
      ...entry,
      username: names.get(memberIn({ ...entry, reference })) ?? '',
    })),
  }
}

/** The member whose balance is the other side: the third word of the reference; 0: none. */
function memberIn({ kind, reference }: { kind: string; reference: string }): number {
  return kind === 'team-in' || kind === 'team-out' ? Number(reference.split(':')[2]) : 0
}

/**
 * Ends a team: disables its tokens, ends its plans, and gives the owner at once whatever no running call holds. The job moves the rest
 * once these calls are charged.
 */
export async function dissolve(app: PeopleContext, { teamId, member }: InTeam): Promise<void> {
  const { now } = app
  await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    await requireMember(db, { teamId, userId: member.user_id, least: 'owner' })
    await updateUser(db, teamId, { deleted_at: now() })
    await endTokens(db, { teamId, now: now() })
    await endAllOf(db, teamId, 'team_dissolved', now())
    const open = db.updateTable('team_invitations').set({ state: 'withdrawn' }).where('team_id', '=', teamId)
    await open.where('state', '=', 'open').execute()
  })
  await app.changeEvents.emit('users', teamId)
  await returnRest(app, { id: teamId, ownerId: member.user_id })
}

/** Moves the remaining balances of dissolved teams to their owners. Returns how many teams had any. */
export async function returnOfDissolved(app: RestServices, limit = 1_000): Promise<number> {
  const teams = await dissolvedWithRest(app.db, limit)
  for (const team of teams) await returnRest(app, team)
  return teams.length
}

type RestServices = Pick<PeopleContext, 'db' | 'ledger' | 'now'>

async function returnRest({ db, ledger, now }: RestServices, { id, ownerId }: { id: number; ownerId: number }) {
  await ledger.recall('user', id)
  const reference = `team-out:${id}:${ownerId}:${crypto.randomUUID()}` as const
  await transferRest(db, { fromId: id, toId: ownerId, reference, now: now() })
}
