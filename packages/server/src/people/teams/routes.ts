import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { updateUser } from '../users/store.ts'
import { createTeam, readTeam } from './create.ts'
import { accept, decline, invite, listInvitations, readInvitation, withdraw } from './invitations.ts'
import { changeMember, handOver, listMembers, removeMember } from './members.ts'
import { changeProject, createProject, listProjects } from './projects.ts'
import { serveTeam } from './serve-team.ts'
import { teamsOf } from './store.ts'
import { changeTeamToken, listTeamTokens, makeTeamTokens, removeTeamToken } from './tokens.ts'
import { deposit, dissolve, listEntries } from './wallet.ts'

export const teamEndpoints = [
  serve(calls.teams.list, async (_, { app, caller }) =>
    (await teamsOf(app.db, caller.id)).map(team => ({ ...team, members: Number(team.members) })),
  ),
  serve(calls.teams.create, ({ body }, { app, caller }) => createTeam(app, caller, body.name)),
  serve(calls.teams.readInvitation, ({ body }, { app }) => readInvitation(app, body.code)),
  serve(calls.teams.accept, ({ body }, { app, caller }) => accept(app, caller.id, body.code)),
  serve(calls.teams.decline, async ({ body }, { app, caller }) => {
    await decline(app, caller.id, body.code)
    return null
  }),

  serveTeam(calls.teams.get, (_, { app, caller, teamId }) => readTeam(app.db, caller.id, teamId)),
  serveTeam(calls.teams.rename, async ({ body }, { app, caller, teamId }) => {
    await updateUser(app.db, teamId, { display_name: body.name })
    return readTeam(app.db, caller.id, teamId)
  }),
  serveTeam(calls.teams.dissolve, async (_, context) => {
    await dissolve(context.app, context)
    return null
  }),
  serveTeam(calls.teams.handOver, async ({ body }, context) => {
    await handOver(context.app, context, body.user_id)
    return null
  }),
  serveTeam(calls.teams.leave, async (_, context) => {
    await removeMember(context.app, context, context.caller.id)
    return null
  }),

  serveTeam(calls.teams.members, (_, context) => listMembers(context.app, context)),
  serveTeam(calls.teams.changeMember, async ({ params, body }, context) => {
    await changeMember(context.app, context, params.user_id, body)
    return null
  }),
  serveTeam(calls.teams.removeMember, async ({ params }, context) => {
    await removeMember(context.app, context, params.user_id)
    return null
  }),

  serveTeam(calls.teamProjects.list, (_, context) => listProjects(context.app, context)),
  serveTeam(calls.teamProjects.create, async ({ body }, context) => {
    await createProject(context.app, context, body)
    return null
  }),
  serveTeam(calls.teamProjects.change, async ({ params, body }, context) => {
    await changeProject(context.app, context, params.project_id, body)
    return null
  }),

  serveTeam(calls.teams.invitations, (_, context) => listInvitations(context.app, context)),
  serveTeam(calls.teams.invite, ({ body }, context) => invite(context.app, context, body, context)),
  serveTeam(calls.teams.withdraw, async ({ params }, context) => {
    await withdraw(context.app, context, params.invitation_id)
    return null
  }),

  serveTeam(calls.teams.deposit, ({ body }, context) => deposit(context.app, context, body.quota)),
  serveTeam(calls.teams.entries, ({ query }, context) => listEntries(context.app, context, query)),

  serveTeam(calls.teams.tokens, ({ query }, context) => listTeamTokens(context.app, context, query)),
  serveTeam(calls.teams.makeToken, ({ body }, context) => makeTeamTokens(context.app, context, body)),
  serveTeam(calls.teams.changeToken, ({ params, body }, context) =>
    changeTeamToken(context.app, context, params.token_id, body),
  ),
  serveTeam(calls.teams.removeToken, async ({ params }, context) => {
    await removeTeamToken(context.app, context, params.token_id)
    return null
  }),
]
