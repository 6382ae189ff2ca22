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
  steps: call({
    method: 'GET',
    path: '/api/setup/steps',
    access: 'admin',
    right: 'every-admin',
    summary: 'How far an operator is on the way to the first receipt, by what there is',
    reply: z.object({
      /** The newest; null: there is none. */
      channel_id: z.int().nullable(),
      /** At least one channel has been tested. */
      tested: z.boolean(),
      /** The caller's newest enabled token. */
      token_id: z.int().nullable(),
      /** The caller has made a call that has a receipt. */
      called: z.boolean(),
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
