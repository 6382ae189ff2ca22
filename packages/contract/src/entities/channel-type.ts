import { z } from 'zod'

/** What a channel's field `other` may hold. */
export const otherFields = [
  'api_version',
  'plugin',
  'region',
  'account_id',
  'version',
  'app_kind',
  'library_id',
  'bot_id',
] as const
export type OtherField = (typeof otherFields)[number]

/** A kind of channel as the form offers it, made from its provider. */
export const channelType = z.object({
  type: z.number().int(),
  id: z.string(),
  name: z.string(),
  /** As antd names colours. */
  color: z.string(),
  /** Address of channels that give none; empty: there is none. */
  base_url: z.string(),
  /** A channel must give an address. */
  needs_address: z.boolean(),
  /** What the field `other` holds; null: the form does not show it. */
  other: z.enum(otherFields).nullable(),
  /** How the key is written, where it is more than one secret; empty: it is one. */
  key_format: z.string(),
  key_has_lines: z.boolean(),
  /** Not offered for new channels. */
  legacy: z.boolean(),
})
export type ChannelType = z.infer<typeof channelType>
