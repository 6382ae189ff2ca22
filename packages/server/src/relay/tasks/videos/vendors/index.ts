import type { VideoVendor } from '../../vendor.ts'
import { openAiVideos } from './openai.ts'

/** Every vendor of videos. A new one is a file and a line here. */
export const videoVendors: readonly VideoVendor[] = [openAiVideos]

/** The vendor of a channel's model, by the upstream's name of it; undefined: it makes no videos. */
export const vendorFor = ({ type }: { type: number }, upstreamModel: string): VideoVendor | undefined =>
  videoVendors.find(
    ({ channelTypes, takes }) => channelTypes.includes(type) && (takes === undefined || takes(upstreamModel)),
  )
