import { z } from 'zod'
import { call } from '../call.ts'
import { QUOTA_MAX } from '../constants.ts'

export const invites = {
  code: call({
    method: 'GET',
    path: '/api/user/aff',
    access: 'user',
    summary: 'The caller’s invite code',
    reply: z.string(),
  }),
  transfer: call({
    method: 'POST',
    path: '/api/user/aff_transfer',
    access: 'user',
    summary: 'Move earnings from invitations to the caller’s balance',
    body: z.object({ quota: z.number().int().min(0).max(QUOTA_MAX) }),
    reply: z.null(),
  }),
}
