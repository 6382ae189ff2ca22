import { z } from 'zod'
import { keySpread } from './channel-key.ts'

/** A channel as lists and forms see it: the key is never sent back, only whether there is one. */
export const channel = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  openai_organization: z.string(),
  max_input_tokens: z.number().int(),
  base_url: z.string(),
  other: z.string(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  /** Comma-separated. */
  models: z.string(),
  /** Comma-separated. */
  group: z.string(),
  auto_ban: z.number().int(),
  test_model: z.string(),
  priority: z.number().int(),
  weight: z.number().int(),
  tag: z.string(),
  setting: z.string(),
  param_override: z.string(),
  status: z.number().int(),
  /** How calls are spread over its keys; empty: it has one key. */
  key_spread: keySpread.or(z.literal('')),
  /** Milliseconds of the last test; 0: never tested. */
  response_time: z.number().int(),
  /** US dollars, as the upstream reported them. */
  balance: z.number(),
  used_quota: z.number().int(),
  created_time: z.number().int(),
  test_time: z.number().int(),
  balance_updated_time: z.number().int(),
  /** JSON text with `status_reason` and `status_time`. */
  other_info: z.string(),
  /** Counts the changes to its settings. */
  version: z.number().int(),
})
export type Channel = z.output<typeof channel>

/** Changes made by somebody else since, by field: the value sent, and the stored one. Keys are not shown. */
export const channelConflict = z.object({
  /** The stored version; send it back to overwrite the channel. */
  version: z.number().int(),
  differs: z.record(
    z.string(),
    z.object({ yours: z.union([z.string(), z.number()]), stored: z.union([z.string(), z.number()]) }),
  ),
})
export type ChannelConflict = z.output<typeof channelConflict>
