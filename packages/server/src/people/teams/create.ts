import { TEAM_MEMBERS_MAX, TEAMS_PER_USER_MAX, type Team, type TeamRole } from '@tollgate/contract'
import { lockAccountsChain } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Caller } from '../../platform/http/serve.ts'
import { randomText } from '../../platform/process/random-text.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { TokenRow } from '../../platform/storage/schema.ts'
import type { PeopleContext } from '../context.ts'
import { newKey } from '../tokens/keys.ts'
import { insertToken } from '../tokens/store.ts'
import { insertUser, updateUser } from '../users/store.ts'
import { countMemberships, teamsOf } from './store.ts'

const CODE_LENGTH = 24

/** Makes a team: a separate account, owned by the caller, that nobody can sign in to. */
export async function createTeam(app: PeopleContext, caller: Caller, name: string): Promise<Team> {
  const id = await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    const unique = randomText(CODE_LENGTH)
    const account = { aff_code: unique, display_name: name, is_team: 1 as const, created_at: app.now() }
    const teamId = await insertUser(db, { ...account, username: `team@${unique}` })
    // Unique, because users' names have no @.
    await updateUser(db, teamId, { username: `team@${teamId}` })
    await addMember(db, { teamId, userId: caller.id, role: 'owner' }, app)
    return teamId
  })
  return readTeam(app.db, caller.id, id)
}

/**
 * Makes a user a member; a returning one gets their former budget. The chain of accounts must be locked.
 * @throws ApiError
 */
export async function addMember(
  db: Db,
  { teamId, userId, role }: { teamId: number; userId: number; role: TeamRole },
  { secrets, now }: Pick<PeopleContext, 'secrets' | 'now'>,
): Promise<void> {
  if ((await countMemberships(db, 'user_id', userId)) >= TEAMS_PER_USER_MAX)
    throw consoleError('team_limit_reached', { limit: TEAMS_PER_USER_MAX })
  if ((await countMemberships(db, 'team_id', teamId)) >= TEAM_MEMBERS_MAX)
    throw consoleError('team_full', { limit: TEAM_MEMBERS_MAX })
  const before = await db
    .selectFrom('team_members')
    .select(['id', 'left_at'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (before?.left_at === null) throw consoleError('team_member_already')
  const joined = { role, joined_at: now(), left_at: null }
  if (before) {
    await db.updateTable('team_members').set(joined).where('id', '=', before.id).execute()
    return
  }
  const seat = await insertSeat(db, { user_id: teamId, member_id: userId }, { secrets, now })
  await db
    .insertInto('team_members')
    .values({ ...joined, team_id: teamId, user_id: userId, seat_id: seat.id })
    .execute()
}

/** Makes a token that authenticates nobody, since it was never active. */
export const insertSeat = (
  db: Db,
  of: { user_id: number; member_id?: number },
  { secrets, now }: Pick<PeopleContext, 'secrets' | 'now'>,
): Promise<TokenRow> =>
  insertToken(db, {
    ...newKey(secrets),
    ...{ ...of, name: '', unlimited_quota: 1, created_time: now(), deleted_at: now() },
  })

/** @throws ApiError */
export async function readTeam(db: Db, userId: number, teamId: number): Promise<Team> {
  const [team] = await teamsOf(db, userId, teamId)
  if (!team) throw consoleError('team_not_found')
  return { ...team, members: Number(team.members) }
}
