import { z } from 'zod'

/** Its upstream reports another model; or its token counts do not match the texts. */
export const FLAG_KINDS = ['other_model', 'input_counts', 'output_counts'] as const
export type FlagKind = (typeof FLAG_KINDS)[number]

/** How a channel's answers differ from the request. */
export const channelFlag = z.object({
  channel_id: z.number().int(),
  kind: z.enum(FLAG_KINDS),
  /** The model requested from the upstream. */
  model: z.string(),
  /** The model that the upstream reports. */
  served: z.string().optional(),
  /** The billed count divided by ours, and the number of calls. */
  ratio: z.number().optional(),
  calls: z.number().int().optional(),
  /** Unix seconds. */
  since: z.number().int(),
})
export type ChannelFlag = z.output<typeof channelFlag>
