import { KEY_SPREADS } from '@tollgate/contract'
import { z } from 'zod'

const words = z.union([z.string(), z.array(z.string())])
const scalar = z.union([z.string(), z.number(), z.boolean()])
const json = z.record(z.string(), z.unknown())

const channel = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** Its number, or its name in `/api/channel/types`. */
  type: z.union([z.int().min(1), z.string()]),
  /** With `key_spread`, one per line. */
  key: z.string().optional(),
  key_spread: z.enum(KEY_SPREADS).optional(),
  base_url: z.string().optional(),
  models: words.optional(),
  groups: words.optional(),
  enabled: z.boolean().optional(),
  priority: z.int().optional(),
  weight: z.int().optional(),
  tag: z.string().optional(),
  auto_ban: z.boolean().optional(),
  test_model: z.string().optional(),
  model_mapping: json.optional(),
  status_code_mapping: json.optional(),
  setting: json.optional(),
  param_override: json.optional(),
  other: z.string().optional(),
  openai_organization: z.string().optional(),
  max_input_tokens: z.int().min(0).optional(),
})
export type FileChannel = z.output<typeof channel>

/** A site as its file describes it. Whatever the file omits stays unchanged. */
export const siteFile = z.strictObject({
  /** By key; lists and maps as YAML. */
  options: z.record(z.string(), z.union([scalar, z.array(z.unknown()), json])).optional(),
  /** All groups: others are removed. `usable`: users may choose it for a token, and see this description. */
  groups: z
    .record(z.string().min(1), z.strictObject({ ratio: z.number().min(0), usable: z.string().optional() }))
    .optional(),
  /** All own prices: other models have the price of the built-in list. */
  prices: z
    .record(
      z.string().min(1),
      z.strictObject({
        /** 1 is 2 US dollars per million input tokens. */
        ratio: z.number().min(0).optional(),
        /** Relative to input. */
        completion: z.number().min(0).optional(),
        /** Cached input relative to other input. */
        cache: z.number().min(0).optional(),
        /** US dollars per call, instead of tokens. */
        price: z.number().min(0).optional(),
      }),
    )
    .optional(),
  channels: z.array(channel).optional(),
})
export type SiteFile = z.output<typeof siteFile>
