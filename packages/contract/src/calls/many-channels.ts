import { z } from 'zod'
import { call } from '../call.ts'
import { channelFields } from './channels.ts'

/** How many channels one call may name. */
const MOST_CHANNELS_AT_ONCE = 1000

const ids = z.array(z.coerce.number().int().positive()).min(1).max(MOST_CHANNELS_AT_ONCE)
const tag = z.string().min(1).max(64)
/** How many channels were affected. */
const count = z.number().int()

const { model_mapping, models, group, priority, weight } = channelFields.shape

/** Actions on several channels at once. */
export const manyChannels = {
  remove: call({
    method: 'POST',
    path: '/api/channel/batch',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Delete channels; answers how many there were',
    body: z.object({ ids }),
    reply: count,
  }),
  tag: call({
    method: 'POST',
    path: '/api/channel/batch/tag',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Give channels a tag, or with null take it from them; answers how many there were',
    body: z.object({ ids, tag: z.string().trim().max(64).nullable() }),
    reply: count,
  }),
  removeDisabled: call({
    method: 'DELETE',
    path: '/api/channel/disabled',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Delete all channels that are disabled, by hand or automatically; answers how many there were',
    reply: count,
  }),
  repair: call({
    method: 'POST',
    path: '/api/channel/fix',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Mend the table of who serves what; answers how many rows were missing, wrong or left over',
    reply: count,
  }),
  changeTag: call({
    method: 'PUT',
    path: '/api/channel/tag',
    access: 'admin',
    right: 'channels.operate',
    memberRights: { model_mapping: 'channels.keys' },
    summary: 'Change all channels of a tag; answers how many there are',
    body: z.object({
      tag,
      /** Blank removes the tag; absent leaves it. */
      new_tag: z.string().trim().max(64).optional(),
      model_mapping: model_mapping.optional(),
      models: models.optional(),
      groups: group.optional(),
      priority: priority.optional(),
      weight: weight.optional(),
    }),
    reply: count,
  }),
  enableTag: call({
    method: 'POST',
    path: '/api/channel/tag/enabled',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Enable all channels of a tag; answers how many there are',
    body: z.object({ tag }),
    reply: count,
  }),
  disableTag: call({
    method: 'POST',
    path: '/api/channel/tag/disabled',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Disable all channels of a tag; answers how many there are',
    body: z.object({ tag }),
    reply: count,
  }),
}
