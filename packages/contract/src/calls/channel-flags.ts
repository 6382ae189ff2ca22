import { z } from 'zod'
import { call } from '../call.ts'
import { channelFlag, FLAG_KINDS } from '../entities/channel-flag.ts'
import { idParams } from '../reply.ts'

export const channelFlags = {
  list: call({
    method: 'GET',
    path: '/api/channel/flags',
    access: 'admin',
    right: 'channels.see',
    summary: 'Where answers of channels depart from what was asked of them, newest first',
    reply: z.array(channelFlag),
  }),
  dismiss: call({
    method: 'DELETE',
    path: '/api/channel/{id}/flags',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Remove a flag that was looked into; it comes back if it is found again',
    params: idParams,
    query: z.object({ kind: z.enum(FLAG_KINDS), model: z.string().max(255) }),
    reply: z.null(),
  }),
}
