import { z } from 'zod'

/** Its upstream says it served another model; its counts of tokens are not those of the texts. */
export const FLAG_KINDS = ['other_model', 'input_counts', 'output_counts'] as const
export type FlagKind = (typeof FLAG_KINDS)[number]

/** Where a channel's answers depart from what was asked of it. */
export const channelFlag = z.object({
  channel_id: z.number().int(),
  kind: z.enum(FLAG_KINDS),
  /** As the upstream was asked for it. */
  model: z.string(),
  /** The model it says it served. */
  served: z.string().optional(),
  /** How many times our own count the billed one is, over how many calls. */
  ratio: z.number().optional(),
  calls: z.number().int().optional(),
  /** Unix seconds. */
  since: z.number().int(),
})
export type ChannelFlag = z.output<typeof channelFlag>
