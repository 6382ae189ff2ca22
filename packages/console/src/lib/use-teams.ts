import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { calls, type Team, type TeamMember, type TeamProject } from '@tollgate/contract'
import { send } from './call.ts'

export const useTeams = (): UseQueryResult<Team[]> =>
  useQuery({ queryKey: ['teams', 'list'], queryFn: () => send(calls.teams.list) })

/** 0: no team, so no members. */
export const useMembers = (id: number): UseQueryResult<TeamMember[]> =>
  useQuery({
    queryKey: ['teams', id, 'members'],
    queryFn: () => send(calls.teams.members, { params: { id } }),
    enabled: id > 0,
  })

/** 0: no team, so no projects. */
export const useProjects = (id: number): UseQueryResult<TeamProject[]> =>
  useQuery({
    queryKey: ['teams', id, 'projects'],
    queryFn: () => send(calls.teamProjects.list, { params: { id } }),
    enabled: id > 0,
  })
