import { hailuo } from './hailuo.ts'
import { jimeng } from './jimeng.ts'
import { kling } from './kling.ts'
import { seedance } from './seedance.ts'
import { veo, vertexVeo } from './veo.ts'
import type { VideoVendor } from './video-vendor.ts'
import { vidu } from './vidu.ts'
import { wan } from './wan.ts'

/** Hosts that make videos in formats of their own. */
export const videoVendors: readonly VideoVendor[] = [
  kling,
  jimeng,
  vidu,
  hailuo,
  seedance,
  { ...seedance, name: 'Seedance on Volcengine', type: 45 },
  wan,
  veo,
  vertexVeo,
]
