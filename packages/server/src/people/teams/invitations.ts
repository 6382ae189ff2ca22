import { randomBytes } from 'node:crypto'
import {
  type CheckedInputOf,
  type ConsoleLanguage,
  type calls,
  TEAM_INVITATION_SECONDS,
  TEAM_INVITATIONS_MAX,
  type Team,
  type TeamInvitation,
  type TeamRole,
} from '@tollgate/contract'
import { lockAccountsChain } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import { mailSentences } from '../../platform/messages/index.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { checkMail } from '../registration/check-mail.ts'
import { addMember, readTeam } from './create.ts'
import { type InTeam, requireGiver } from './serve-team.ts'

type Form = CheckedInputOf<typeof calls.teams.invite>['body']
type Means = Pick<PeopleContext, 'db' | 'secrets' | 'now'>
/** The inviter and their language. */
interface By {
  language: ConsoleLanguage
  clientIp: string
}

const DAY = 86_400
const CODE_BYTES = 32

/**
 * Makes an invitation and stores its code as a fingerprint. The code is mailed if an address is given, else returned.
 * @throws ApiError
 */
export async function invite(
  app: PeopleContext,
  { teamId, member }: InTeam,
  { role, email }: Form,
  by: By,
): Promise<TeamInvitation & { code?: string }> {
  if (email !== '') checkMail(app, email, by.clientIp)
  const code = randomBytes(CODE_BYTES).toString('hex')
  const id = await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    await requireInviter(db, { teamId, userId: member.user_id }, role)
    if ((await openOf(db, teamId, app.now())).length >= TEAM_INVITATIONS_MAX)
      throw consoleError('team_invitations_full', { limit: TEAM_INVITATIONS_MAX })
    const row = { team_id: teamId, role, email, fingerprint: fingerprintOf(code, app), invited_by: member.user_id }
    const times = { created_at: app.now(), expires_at: app.now() + TEAM_INVITATION_SECONDS }
    const made = db.insertInto('team_invitations').values({ ...row, ...times })
    return (await made.returning('id').executeTakeFirstOrThrow()).id
  })
  const made = (await openOf(app.db, teamId, app.now())).find(one => one.id === id)
  if (!made) throw consoleError('team_invitation_over')
  if (email === '') return { ...made, code }
  try {
    await mailInvitation(app, { to: email, code, teamId, invitation: made }, member.user_id, by.language)
  } catch (error) {
    // Nobody knows its code.
    await withdraw(app, { teamId }, id)
    throw error
  }
  return made
}

/** Whoever lets others spend may invite them, and the owner alone invites administrators. */
async function requireInviter(db: Db, place: { teamId: number; userId: number }, role: TeamRole): Promise<void> {
  const inviter = await requireGiver(db, place)
  if (role === 'admin' && inviter.role !== 'owner') throw consoleError('team_admin_by_owner')
}

interface Mailed {
  to: string
  code: string
  teamId: number
  invitation: TeamInvitation
}

async function mailInvitation(
  app: PeopleContext,
  { to, code, teamId, invitation }: Mailed,
  by: number,
  language: ConsoleLanguage,
) {
  const { name: team } = await readTeam(app.db, by, teamId)
  const link = `${app.options.get('ServerAddress')}/team?${new URLSearchParams({ invitation: code })}`
  const values = { site: app.options.get('SystemName'), team, name: invitation.invited_by, link }
  await sendMail(app, to, mailSentences[language].teamInvitation, { ...values, days: TEAM_INVITATION_SECONDS / DAY })
}

export const listInvitations = ({ db, now }: Means, { teamId }: InTeam): Promise<TeamInvitation[]> =>
  openOf(db, teamId, now())

/** @throws ApiError if it is no longer open */
export async function withdraw({ db, now }: Means, { teamId }: Pick<InTeam, 'teamId'>, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('team_invitations')
    .set({ state: 'withdrawn' })
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw consoleError('team_invitation_over')
}

/** Describes an invitation to the invited user. */
export async function readInvitation(means: Means, code: string) {
  const found = await openInvitations(means.db, means.now())
    .innerJoin('users as team', 'team.id', 'team_invitations.team_id')
    .where('team.deleted_at', 'is', null)
    .where('fingerprint', '=', fingerprintOf(code, means))
    .select(['team.display_name as team', 'team_invitations.role', 'inviter.username as invited_by', 'expires_at'])
    .executeTakeFirst()
  if (!found) throw consoleError('team_invitation_over')
  return { ...found, role: givenRole(found.role) }
}

/** Joins the team. Only one of several concurrent acceptances succeeds. */
export async function accept(means: Means, userId: number, code: string): Promise<Team> {
  const teamId = await inTransaction(means.db, async db => {
    await lockAccountsChain(db)
    const { team_id, role, invited_by } = await answer(db, { code, userId, state: 'accepted' }, means)
    const team = await db.selectFrom('users').select('deleted_at').where('id', '=', team_id).executeTakeFirst()
    if (team?.deleted_at !== null) throw consoleError('team_invitation_over')
    // Who may no longer invite has not left the door open either.
    await requireInviter(db, { teamId: team_id, userId: invited_by }, role).catch(() => {
      throw consoleError('team_invitation_over')
    })
    await addMember(db, { teamId: team_id, userId, role }, means)
    return team_id
  })
  return readTeam(means.db, userId, teamId)
}

export async function decline(means: Means, userId: number, code: string): Promise<void> {
  await answer(means.db, { code, userId, state: 'declined' }, means)
}

interface Answer {
  code: string
  userId: number
  state: 'accepted' | 'declined'
}

async function answer(db: Db, { code, userId, state }: Answer, means: Means) {
  const answered = await db
    .updateTable('team_invitations')
    .set({ state, answered_by: userId })
    .where('fingerprint', '=', fingerprintOf(code, means))
    .where('state', '=', 'open')
    .where('expires_at', '>', means.now())
    .returning(['team_id', 'role', 'invited_by'])
    .executeTakeFirst()
  if (!answered) throw consoleError('team_invitation_over')
  return answered
}

const openInvitations = (db: Db, now: number) =>
  db
    .selectFrom('team_invitations')
    .innerJoin('users as inviter', 'inviter.id', 'team_invitations.invited_by')
    .where('state', '=', 'open')
    .where('expires_at', '>', now)

async function openOf(db: Db, teamId: number, now: number): Promise<TeamInvitation[]> {
  const rows = await openInvitations(db, now)
    .where('team_id', '=', teamId)
    .select(['team_invitations.id', 'team_invitations.role', 'team_invitations.email', 'expires_at'])
    .select(['inviter.username as invited_by', 'team_invitations.created_at'])
    .orderBy('team_invitations.id')
    .execute()
  return rows.map(row => ({ ...row, role: givenRole(row.role) }))
}

/** Nobody is invited as the owner. */
const givenRole = (role: string): TeamInvitation['role'] => (role === 'admin' ? 'admin' : 'member')

const fingerprintOf = (code: string, { secrets }: Pick<Means, 'secrets'>) =>
  secrets.fingerprint(`team invitation ${code}`)
