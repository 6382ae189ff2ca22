import { z } from 'zod'

/** The meanings of a channel's `other` field. */
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

/** A type of channel as the form offers it, derived from its provider. */
export const channelType = z.object({
  type: z.number().int(),
  id: z.string(),
  name: z.string(),
  /** A colour name of antd. */
  color: z.string(),
  /** The address of channels that give none; empty: there is none. */
  base_url: z.string(),
  /** A channel must give an address. */
  needs_address: z.boolean(),
  /** The meaning of the `other` field; null: the form does not show it. */
  other: z.enum(otherFields).nullable(),
  /** The format of a key that holds more than one secret; empty: it is a single secret. */
  key_format: z.string(),
  key_has_lines: z.boolean(),
  /** Not offered for new channels. */
  legacy: z.boolean(),
})
export type ChannelType = z.infer<typeof channelType>
