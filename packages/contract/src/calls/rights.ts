import { z } from 'zod'
import { call } from '../call.ts'
import { idParams } from '../reply.ts'
import { RIGHTS } from '../rights.ts'

/** An administrator's rights, and who set them. */
const administrator = z.object({
  id: z.number().int(),
  username: z.string(),
  role: z.number().int(),
  status: z.number().int(),
  /** null: all rights of an administrator. */
  rights: z.array(z.enum(RIGHTS)).nullable(),
  /** Who set them, and when; empty and 0: nobody since this is recorded. */
  given_by: z.string(),
  given_at: z.number().int(),
})
export type Administrator = z.output<typeof administrator>

export const rights = {
  list: call({
    method: 'GET',
    path: '/api/rights/',
    access: 'admin',
    right: 'users.see',
    summary: 'Every administrator with what they may do, and who decided so',
    reply: z.array(administrator),
  }),
  give: call({
    method: 'PUT',
    path: '/api/user/{id}/rights',
    access: 'root',
    summary: 'Limit an administrator to some rights, or with null to none; takes effect at once, and is logged',
    confirm: true,
    params: idParams,
    body: z.object({ rights: z.array(z.enum(RIGHTS)).max(RIGHTS.length).nullable() }),
    reply: administrator,
  }),
}
