import { z } from 'zod'
import { call } from '../call.ts'
import { commaList } from '../comma-list.ts'
import { CHANNEL_STATUS, DEFAULT_GROUP } from '../constants.ts'
import { channel } from '../entities/channel.ts'
import { CHANNEL_TROUBLES, channelHour } from '../entities/channel-hour.ts'
import { keySpread } from '../entities/channel-key.ts'
import { channelType } from '../entities/channel-type.ts'
import { severalNumbers, severalOf, severalTexts, sortOf } from '../list-query.ts'
import { flagQuery, idParams, jsonObjectText, pageOf, pageQuery } from '../reply.ts'
import type { Right } from '../rights.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'

const listQuery = pageQuery.extend({
  keyword: z.string().max(200).default(''),
  group: severalTexts,
  /** Parts of names. */
  model: severalTexts,
  tag: severalTexts,
  status: severalNumbers,
  type: severalNumbers,
  /** Channels with any of these troubles in the last hour. */
  health: severalOf(CHANNEL_TROUBLES),
  sort: sortOf('channels'),
  /** Newest first if `sort` is empty. */
  id_sort: flagQuery.default(false),
  tag_mode: flagQuery.default(false),
  /** Whether to include each channel's last hour. */
  hours: flagQuery.default(false),
})
/** `hour` is present if the query requests it. */
const listed = channel.extend({ hour: channelHour.optional() })
export type ListedChannel = z.output<typeof listed>

/** The fields of a form. Absent fields stay unchanged. */
export const channelFields = z.object({
  type: z.coerce.number().int().min(1),
  /** One per line; empty on an update: the stored ones stay. */
  key: z.string().max(65_536),
  /**
   * For several keys in one channel. Empty: each line makes a separate channel; an existing channel with several keys
   * keeps one.
   */
  key_spread: keySpread.or(z.literal('')),
  name: z.string().trim().max(100),
  openai_organization: z.string().max(255),
  max_input_tokens: z.coerce.number().int().min(0),
  base_url: z
    .string()
    .trim()
    .max(2048)
    .transform(address => withoutTrailingSlashes(address)),
  other: z.string().max(65_536),
  /** JSON text; the server reports errors in the specification's words. */
  model_mapping: z.string().max(65_536),
  status_code_mapping: jsonObjectText,
  models: commaList(65_536),
  /** Empty: the default group. */
  group: commaList(1024).transform(groups => groups || DEFAULT_GROUP),
  auto_ban: z.coerce.number().int().min(0).max(1),
  test_model: z.string().max(255),
  priority: z.coerce.number().int().min(-999).max(1_000_000_000),
  weight: z.coerce
    .number()
    .int()
    .max(1_000_000_000)
    .transform(weight => Math.max(0, weight)),
  tag: z.string().trim().max(64),
  setting: jsonObjectText,
  param_override: jsonObjectText,
  status: z.union([
    z.literal(CHANNEL_STATUS.enabled),
    z.literal(CHANNEL_STATUS.disabled),
    z.literal(CHANNEL_STATUS.autoDisabled),
  ]),
})

/** Fields that hold secrets, or that decide where keys are sent, or which model answers at another's price. */
const SECRET_BEARING: readonly (keyof typeof channelFields.shape)[] = [
  'type',
  'key',
  'key_spread',
  'base_url',
  'other',
  'setting',
  'param_override',
  'model_mapping',
]

const rightsOfFields: Record<string, Right> = Object.fromEntries(
  // Object.keys loses the type of the keys.
  (Object.keys(channelFields.shape) as (keyof typeof channelFields.shape)[]).map(name => [
    name,
    SECRET_BEARING.includes(name) ? 'channels.keys' : 'channels.operate',
  ]),
)

export const channels = {
  list: call({
    method: 'GET',
    path: '/api/channel/',
    access: 'admin',
    right: 'channels.see',
    summary: 'Channels, highest priority first',
    query: listQuery,
    reply: pageOf(listed),
  }),
  search: call({
    method: 'GET',
    path: '/api/channel/search',
    access: 'admin',
    right: 'channels.see',
    summary: 'Channels by id, name, address, model or group',
    query: listQuery,
    reply: pageOf(listed),
  }),
  models: call({
    method: 'GET',
    path: '/api/channel/models',
    access: 'admin',
    right: { any: ['channels.see', 'prices', 'logs'] },
    summary: 'Every model name the gateway knows of',
    reply: z.array(z.object({ id: z.string(), object: z.literal('model'), owned_by: z.string() })),
  }),
  types: call({
    method: 'GET',
    path: '/api/channel/types',
    access: 'admin',
    right: 'channels.see',
    summary: 'Kinds of channels that can be made, in the order forms offer them',
    reply: z.array(channelType),
  }),
  modelsEnabled: call({
    method: 'GET',
    path: '/api/channel/models_enabled',
    access: 'admin',
    right: { any: ['channels.see', 'prices', 'logs'] },
    summary: 'Names of the models some enabled channel serves',
    reply: z.array(z.string()),
  }),
  get: call({
    method: 'GET',
    path: '/api/channel/{id}',
    access: 'admin',
    right: 'channels.see',
    summary: 'One channel',
    params: idParams,
    reply: channel,
  }),
  create: call({
    method: 'POST',
    path: '/api/channel/',
    access: 'admin',
    right: { all: ['channels.operate', 'channels.keys'] },
    summary: 'Make a channel for every key given, or with `key_spread` one for all of them',
    body: channelFields.partial().required({ type: true }),
    reply: z.array(channel),
  }),
  update: call({
    method: 'PUT',
    path: '/api/channel/',
    access: 'admin',
    right: { any: ['channels.operate', 'channels.keys'] },
    memberRights: rightsOfFields,
    summary: 'Change what is given of a channel',
    /**
     * `version`: update only that version; if the channel has changed since, 409 lists the differences. Absent: always
     * update.
     */
    body: channelFields
      .partial()
      .extend({ id: z.coerce.number().int().positive(), version: z.coerce.number().int().positive().optional() }),
    reply: channel,
  }),
  copy: call({
    method: 'POST',
    path: '/api/channel/copy/{id}',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Make another channel with the same key and settings, without its statistics',
    params: idParams,
    body: z.object({ name: z.string().trim().max(100).optional() }),
    reply: channel,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/channel/{id}',
    access: 'admin',
    right: 'channels.operate',
    summary: 'Delete a channel',
    params: idParams,
    reply: z.null(),
  }),
  isSameKey: call({
    method: 'POST',
    path: '/api/channel/{id}/same_key',
    access: 'admin',
    right: 'channels.keys',
    summary: 'Whether these are the upstream keys, in any order',
    params: idParams,
    body: z.object({ key: z.string().max(65_536) }),
    reply: z.boolean(),
  }),
  key: call({
    method: 'POST',
    path: '/api/channel/{id}/key',
    access: 'admin',
    right: 'channels.keys',
    summary: 'Reveal the upstream key; the act is logged',
    confirm: true,
    params: idParams,
    reply: z.object({ key: z.string() }),
  }),
}
