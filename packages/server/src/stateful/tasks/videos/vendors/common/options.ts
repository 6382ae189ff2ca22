import type { VideoRequest } from '../../../vendor.ts'
import { LAST_FRAMES } from './images.ts'

/** Members that the gateway sets itself, and callback addresses, in every vendor's spelling and any case. */
const NEVER: ReadonlySet<string> = new Set(
  [
    ...['model', 'model_name', 'req_key', 'prompt', 'n', 'sampleCount', 'numberOfVideos'],
    ...['duration', 'durationSeconds', 'seconds', 'frames', 'size', 'resolution'],
    ...['aspect_ratio', 'aspectRatio', 'ratio', 'mode'],
    // pictures are checked first
    ...[
      'image',
      'images',
      'image_urls',
      'binary_data_base64',
      'first_frame_image',
      'img_url',
      'first_frame_url',
      'content',
    ],
    ...LAST_FRAMES,
    ...['callback_url', 'callBackUrl', 'webhook', 'external_task_id', 'payload', 'storageUri'],
  ].map(name => name.toLowerCase()),
)

/** Returns a client's options in the vendor's own words. */
export const optionsOf = ({ metadata }: VideoRequest): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !NEVER.has(name.toLowerCase())))

/** The same, limited to these options. */
export const someOptionsOf = (request: VideoRequest, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(optionsOf(request)).filter(([name]) => names.includes(name)))
