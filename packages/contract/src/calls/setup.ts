import { z } from 'zod'
import { call } from '../call.ts'

export const setup = {
  get: call({
    method: 'GET',
    path: '/api/setup',
    access: 'public',
    summary: 'How far the first-run set-up is',
    reply: z.object({
      status: z.boolean(),
      /** Whether there is a super admin. */
      root_init: z.boolean(),
      database_type: z.enum(['sqlite', 'postgres']),
    }),
  }),
  complete: call({
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    summary: 'Make the super admin and choose how the site is used',
    body: z.object({
      username: z.string().optional(),
      password: z.string().max(1024).optional(),
      confirmPassword: z.string().optional(),
      SelfUseModeEnabled: z.boolean().default(false),
      DemoSiteEnabled: z.boolean().default(false),
    }),
    reply: z.null(),
  }),
}
