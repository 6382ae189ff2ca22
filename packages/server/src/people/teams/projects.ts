import { type CheckedInputOf, type calls, isTeamRole, TEAM_PROJECTS_MAX, type TeamProject } from '@tollgate/contract'
import { lockAccountsChain, recallPeriod, withPeriodUse } from '../../money/ledger/index.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { type Db, inTransaction } from '../../platform/storage/db.ts'
import type { PeopleContext } from '../context.ts'
import { updateToken } from '../tokens/store.ts'
import { insertSeat } from './create.ts'
import { type InTeam, requireGiver, requireMember } from './serve-team.ts'
import { findProject, projectsOf, usedBy } from './store.ts'

/** The projects of a team. Only its administrators see usage and budgets. */
export async function listProjects({ db, now }: PeopleContext, { teamId, member }: InTeam): Promise<TeamProject[]> {
  const rows = await withPeriodUse(db, 'token', await projectsOf(db, teamId), now())
  const seesAll = isTeamRole(member.role, 'admin')
  const used = seesAll ? await usedBy(db, teamId, 'project_id') : new Map<number, number>()
  return rows.map(({ id, name, created_at, archived_at, quota_period, period_quota, period_used }) => ({
    ...{ id, name, created_at, is_archived: archived_at !== null },
    ...(seesAll && {
      used_quota: used.get(id) ?? 0,
      // checked when it was written
      quota_period: quota_period as TeamProject['quota_period'],
      period_quota,
      ...(period_used !== undefined && { period_used }),
    }),
  }))
}

type Form = CheckedInputOf<typeof calls.teamProjects.create>['body']
type Change = CheckedInputOf<typeof calls.teamProjects.change>['body']

/** Makes a project and its seat, whose spending limit is the project's budget. */
export async function createProject(
  app: PeopleContext,
  { teamId, member }: InTeam,
  { name, ...budget }: Form,
): Promise<void> {
  await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    await requireChanger(db, { teamId, member }, budget)
    const others = await projectsOf(db, teamId)
    if (others.length >= TEAM_PROJECTS_MAX) throw consoleError('team_projects_full', { limit: TEAM_PROJECTS_MAX })
    await checkName(db, teamId, name)
    const { id } = await insertSeat(db, { user_id: teamId }, app)
    await updateToken(db, id, budget)
    await db.insertInto('team_projects').values({ id, team_id: teamId, name, created_at: app.now() }).execute()
  })
}

/** Changes a project's name or budget, or archives or restores it. Running calls finish. */
export async function changeProject(
  app: PeopleContext,
  { teamId, member }: InTeam,
  id: number,
  { name, is_archived, ...budget }: Change,
): Promise<void> {
  if (!(await findProject(app.db, teamId, id))) throw consoleError('team_project_not_found')
  // A recall slows the team's calls, so it is only for those who may change.
  await requireChanger(app.db, { teamId, member }, budget)
  await recallPeriod(app, 'token', id, budget)
  await inTransaction(app.db, async db => {
    await lockAccountsChain(db)
    await requireChanger(db, { teamId, member }, budget)
    const project = await findProject(db, teamId, id)
    if (!project) throw consoleError('team_project_not_found')
    if (name !== undefined && name !== project.name) await checkName(db, teamId, name)
    await updateToken(db, id, budget)
    const archived_at = is_archived === undefined ? project.archived_at : is_archived ? app.now() : null
    const change = { name: name ?? project.name, archived_at }
    await db.updateTable('team_projects').set(change).where('id', '=', id).execute()
  })
  await app.changeEvents.emit('users', teamId)
}

/** Returns the project of a new token; 0: none. */
export async function projectForToken(db: Db, teamId: number, id: number): Promise<number> {
  if (id === 0) return 0
  const project = await findProject(db, teamId, id)
  if (!project) throw consoleError('team_project_not_found', {}, 'project_id')
  if (project.archived_at !== null) throw consoleError('team_project_archived', {}, 'project_id')
  return id
}

/** Administrators make and archive projects; their budgets are set by those who may let others spend. */
async function requireChanger(
  db: Db,
  { teamId, member }: InTeam,
  budget: Pick<Change, 'quota_period' | 'period_quota'>,
) {
  const place = { teamId, userId: member.user_id }
  if (budget.quota_period !== undefined || budget.period_quota !== undefined) await requireGiver(db, place)
  else await requireMember(db, { ...place, least: 'admin' })
}

async function checkName(db: Db, teamId: number, name: string): Promise<void> {
  const others = await projectsOf(db, teamId)
  if (others.some(other => other.name === name)) throw consoleError('team_project_named_already', {}, 'name')
}
