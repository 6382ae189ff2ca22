import { z } from 'zod'
import { call } from '../call.ts'
import { QUOTA_MAX } from '../constants.ts'
import { TEAM_NAME_MAX_LENGTH, teamProject } from '../entities/team.ts'
import { QUOTA_PERIODS } from '../quota-period.ts'
import { idParams } from '../reply.ts'

const form = z.object({
  name: z.string().trim().min(1).max(TEAM_NAME_MAX_LENGTH),
  quota_period: z.enum(['', ...QUOTA_PERIODS]).optional(),
  period_quota: z.number().int().min(0).max(QUOTA_MAX).optional(),
})

export const teamProjects = {
  list: call({
    method: 'GET',
    path: '/api/team/{id}/projects',
    access: 'user',
    team: 'member',
    summary: 'The projects of a team; with what they have used and their budgets for its administrators',
    params: idParams,
    reply: z.array(teamProject),
  }),
  create: call({
    method: 'POST',
    path: '/api/team/{id}/projects',
    access: 'user',
    team: 'admin',
    summary: 'Make a project, which tokens of the team may belong to',
    params: idParams,
    body: form,
    reply: z.null(),
  }),
  change: call({
    method: 'PUT',
    path: '/api/team/{id}/projects/{project_id}',
    access: 'user',
    team: 'admin',
    summary: 'Change what is given of a project; calls of an archived project’s tokens are refused',
    params: idParams.extend({ project_id: z.coerce.number().int().positive() }),
    body: form.partial().extend({ is_archived: z.boolean().optional() }),
    reply: z.null(),
  }),
}
