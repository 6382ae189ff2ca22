import type { VideoVendor } from '../../vendor.ts'
import { hailuo } from './hailuo.ts'
import { jimeng } from './jimeng.ts'
import { kling } from './kling.ts'
import { openAiVideos } from './openai.ts'
import { seedance } from './seedance.ts'
import { veo, vertexVeo } from './veo.ts'
import { vidu } from './vidu.ts'
import { wan } from './wan.ts'

/** Every vendor of videos. A new one is a file and a line here. */
export const videoVendors: readonly VideoVendor[] = [
  openAiVideos,
  hailuo,
  jimeng,
  kling,
  seedance,
  veo,
  vertexVeo,
  vidu,
  wan,
]

/** Returns the vendor of a channel's model, by the upstream's name; undefined: it makes no videos. */
export const vendorFor = ({ type }: { type: number }, upstreamModel: string): VideoVendor | undefined =>
  videoVendors.find(
    ({ channelTypes, takes }) => channelTypes.includes(type) && (takes === undefined || takes(upstreamModel)),
  )
