import type { VideoVendor } from '../../vendor.ts'
import { openAiVideos } from './openai.ts'

/** Every vendor of videos. A new one is a file and a line here. */
export const videoVendors: readonly VideoVendor[] = [openAiVideos]
