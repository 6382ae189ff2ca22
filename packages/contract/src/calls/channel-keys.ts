import { z } from 'zod'
import { call } from '../call.ts'
import { channelKeys, keySpread } from '../entities/channel-key.ts'
import { idParams } from '../reply.ts'

const keyParams = idParams.extend({ key: z.string().min(1).max(16) })
const keyText = z.string().trim().min(1).max(65_536)

/** Every call returns the current keys. */
export const channelKeyCalls = {
  list: call({
    method: 'GET',
    path: '/api/channel/{id}/keys',
    access: 'admin',
    right: 'channels.see',
    summary: 'The keys of a channel and their states, without the keys',
    params: idParams,
    reply: channelKeys,
  }),
  add: call({
    method: 'POST',
    path: '/api/channel/{id}/keys',
    access: 'admin',
    right: 'channels.keys',
    summary: 'Add keys to a channel, one a line; those it has already are left as they are',
    params: idParams,
    body: z.object({ keys: keyText }),
    reply: channelKeys,
  }),
  spread: call({
    method: 'PUT',
    path: '/api/channel/{id}/keys',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Change how calls are spread over the keys of a channel',
    params: idParams,
    body: z.object({ spread: keySpread }),
    reply: channelKeys,
  }),
  change: call({
    method: 'PUT',
    path: '/api/channel/{id}/keys/{key}',
    access: 'admin',
    right: { any: ['channels.operate', 'channels.keys'] },
    memberRights: { key: 'channels.keys', enabled: 'channels.operate' },
    summary: 'Put another key in the place of one, or enable or disable it',
    params: keyParams,
    body: z.object({ key: keyText, enabled: z.boolean() }).partial(),
    reply: channelKeys,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/channel/{id}/keys/{key}',
    access: 'admin',
    right: 'channels.keys',
    summary: 'Remove a key from a channel',
    params: keyParams,
    reply: channelKeys,
  }),
}
