import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type InputOf, type ReplyOf, type TeamInvitation } from '@tollgate/contract'
import { send } from '../../lib/call.ts'
import { useChange } from '../../lib/use-change.ts'

const PAGE = { p: 1, page_size: 100 }
const ALL = ['teams', 'self'] as const

export const useInvitations = (id: number): UseQueryResult<TeamInvitation[]> =>
  useQuery({ queryKey: ['teams', id, 'invitations'], queryFn: () => send(calls.teams.invitations, { params: { id } }) })
export const useEntries = (id: number): UseQueryResult<ReplyOf<typeof calls.teams.entries>> =>
  useQuery({
    queryKey: ['teams', id, 'entries'],
    queryFn: () => send(calls.teams.entries, { params: { id }, query: { ...PAGE, page_size: 10 } }),
    placeholderData: keepPreviousData,
  })
export const useTeamTokens = (id: number): UseQueryResult<ReplyOf<typeof calls.teams.tokens>> =>
  useQuery({
    queryKey: ['teams', id, 'tokens'],
    queryFn: () => send(calls.teams.tokens, { params: { id }, query: PAGE }),
  })
export const useTeamLog = (id: number): UseQueryResult<ReplyOf<typeof calls.logs.listSelf>> =>
  useQuery({
    queryKey: ['teams', id, 'log'],
    queryFn: () => send(calls.logs.listSelf, { query: { ...PAGE, page_size: 10, team_id: id } }),
  })
export const useInvitation = (code: string): UseQueryResult<ReplyOf<typeof calls.teams.readInvitation>> =>
  useQuery({
    queryKey: ['teams', 'invitation', code],
    queryFn: () => send(calls.teams.readInvitation, { body: { code } }),
    enabled: code !== '',
    retry: false,
  })

// Forms show the errors of their own changes.
export const useMakeTeam = () =>
  useChange((name: string) => send(calls.teams.create, { body: { name } }), { of: ALL, quiet: true })
export const useRenameTeam = (id: number) =>
  useChange((name: string) => send(calls.teams.rename, { params: { id }, body: { name } }), { of: ALL, quiet: true })
export const useDeposit = (id: number) =>
  useChange((quota: number) => send(calls.teams.deposit, { params: { id }, body: { quota } }), { of: ALL, quiet: true })
export const useInvite = (id: number) =>
  useChange((body: InputOf<typeof calls.teams.invite>['body']) => send(calls.teams.invite, { params: { id }, body }), {
    of: ALL,
    quiet: true,
  })
export const useChangeMember = (id: number) =>
  useChange(
    ({ user_id, ...body }: { user_id: number } & InputOf<typeof calls.teams.changeMember>['body']) =>
      send(calls.teams.changeMember, { params: { id, user_id }, body }),
    { of: ALL, quiet: true },
  )
export const useMakeProject = (id: number) =>
  useChange(
    (body: InputOf<typeof calls.teamProjects.create>['body']) =>
      send(calls.teamProjects.create, { params: { id }, body }),
    { of: ALL, quiet: true },
  )
export const useChangeProject = (id: number) =>
  useChange(
    ({ project_id, ...body }: { project_id: number } & InputOf<typeof calls.teamProjects.change>['body']) =>
      send(calls.teamProjects.change, { params: { id, project_id }, body }),
    { of: ALL },
  )
export const useMakeTeamToken = (id: number) =>
  useChange(
    (body: InputOf<typeof calls.teams.makeToken>['body']) => send(calls.teams.makeToken, { params: { id }, body }),
    { of: ALL, quiet: true },
  )

export const useAnswer = () =>
  useChange(
    async ({ code, accepts }: { code: string; accepts: boolean }) => {
      if (accepts) return send(calls.teams.accept, { body: { code } })
      return send(calls.teams.decline, { body: { code } })
    },
    { of: ALL },
  )
export const useWithdraw = (id: number) =>
  useChange((invitation_id: number) => send(calls.teams.withdraw, { params: { id, invitation_id } }), { of: ALL })
export const useRemoveMember = (id: number) =>
  useChange((user_id: number) => send(calls.teams.removeMember, { params: { id, user_id } }), { of: ALL })
export const useHandOver = (id: number) =>
  useChange((user_id: number) => send(calls.teams.handOver, { params: { id }, body: { user_id } }), { of: ALL })
export const useRemoveTeamToken = (id: number) =>
  useChange((token_id: number) => send(calls.teams.removeToken, { params: { id, token_id } }), { of: ALL })
export const useLeave = (id: number) =>
  useChange((_: null) => send(calls.teams.leave, { params: { id }, body: {} }), { of: ALL })
export const useDissolve = (id: number) =>
  useChange((_: null) => send(calls.teams.dissolve, { params: { id } }), { of: ALL })
