import { z } from 'zod'

/** Its upstream says it served another model; or its token counts do not match the texts. */
export const FLAG_KINDS = ['other_model', 'input_counts', 'output_counts'] as const
export type FlagKind = (typeof FLAG_KINDS)[number]

/** How a channel's answers differ from what was asked of it. */
export const channelFlag = z.object({
  channel_id: z.number().int(),
  kind: z.enum(FLAG_KINDS),
  /** The model asked of the upstream. */
  model: z.string(),
  /** The model the upstream says it served. */
  served: z.string().optional(),
  /** Billed count divided by our own, and over how many calls. */
  ratio: z.number().optional(),
  calls: z.number().int().optional(),
  /** Unix seconds. */
  since: z.number().int(),
})
export type ChannelFlag = z.output<typeof channelFlag>
