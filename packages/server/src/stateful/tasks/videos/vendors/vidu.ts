import { asObjects, dig, lookUp } from '@tollgate/gateway'
import type { TaskProgress } from '../../task/task.ts'
import type { TaskChannel, VideoRequest, VideoVendor } from '../../vendor.ts'
import { refusal, type StateWords, textAt } from './common/answers.ts'
import { callTo } from './common/call.ts'
import { addressOf, imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { type ByModel, lengthOf, lengthsFrom, mayHaveSound, ofModel, ratioOf, resolutionOf } from './common/shape.ts'

/** Vidu. https://docs.platform.vidu.com */
export const vidu: VideoVendor = {
  platform: 'vidu',
  channelTypes: [52],
  submit(request, channel) {
    const images = imagesOf(request, MOST_PICTURES).map(addressOf)
    const path = PATHS[images.length] ?? 'reference2video'
    const body = {
      ...optionsOf(request, OPTIONS),
      model: request.upstreamModel,
      prompt: request.prompt,
      duration: lengthOf(request, lengthsOf(request)),
      resolution: resolutionOf(request, resolutionsOf(request)),
      ...(images.length > 0 && { images }),
      // a first or last frame has its own aspect ratio
      ...(path.endsWith('img2video') || path === 'start-end2video' ? {} : { aspect_ratio: ratioOf(request, RATIOS) }),
    }
    return callTo(channel, `/ent/v2/${path}`, body, token(channel))
  },
  readSubmitted(answer, status) {
    const id = textAt(answer, 'task_id')
    const reason = textAt(answer, 'err_code', 'message', 'reason')
    if (dig(answer, 'state') === 'failed') return refusal(reason ?? 'The task failed', status, 400)
    if (id !== null && status < 400) return { upstreamId: id }
    return reason === null ? null : refusal(reason, status, 502, textAt(answer, 'reason'))
  },
  poll: ({ upstream_id }, channel) =>
    callTo(channel, `/ent/v2/tasks/${encodeURIComponent(upstream_id)}/creations`, undefined, token(channel)),
  readPolled,
  factors(request) {
    const lengths = lengthsOf(request)
    const usual = lengths[0] ?? 4
    const share = ofModel<(seconds: number) => number>(LENGTH_SHARES, request.upstreamModel, seconds => seconds / usual)
    const duration = share(lengthOf(request, lengths))
    const resolution = lookUp(ofModel(SHARES, request.upstreamModel, {}), resolutionOf(request, resolutionsOf(request)))
    const factors: Record<string, number> = { duration }
    return resolution === undefined ? factors : { ...factors, resolution }
  },
  footage: request => ({
    seconds: lengthOf(request, lengthsOf(request)),
    resolution: resolutionOf(request, resolutionsOf(request)).toLowerCase(),
    sound: mayHaveSound(request, 'audio'),
  }),
}

const token = ({ key }: TaskChannel) => ({ authorization: `Token ${key}` })

/** Paths by the number of pictures. With more pictures, the video uses their subjects. */
const PATHS = ['text2video', 'img2video', 'start-end2video']
const MOST_PICTURES = 7
const OPTIONS = [
  ...['style', 'seed', 'movement_amplitude', 'bgm', 'audio', 'audio_type', 'voice_id', 'subjects', 'off_peak'],
  ...['watermark', 'wm_position', 'wm_url', 'meta_data'],
]
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4']

const LENGTHS: ByModel<readonly number[]> = [
  [/^vidu(1\.5|2\.0)/, [4, 8]],
  [/^viduq1/, [5]],
  [/^viduq2-/, lengthsFrom(1, 8, 5)],
  [/^viduq2/, lengthsFrom(1, 10, 5)],
]
const lengthsOf = ({ upstreamModel }: VideoRequest) => ofModel(LENGTHS, upstreamModel, lengthsFrom(1, 16, 5))

const RESOLUTIONS: ByModel<readonly string[]> = [
  [/^vidu(1\.5|2\.0)/, ['720p', '360p', '1080p']],
  [/^viduq1/, ['1080p']],
]
const resolutionsOf = ({ upstreamModel }: VideoRequest) =>
  ofModel(RESOLUTIONS, upstreamModel, ['720p', '540p', '1080p'])

/**
 * The price of a length relative to the usual one, where it is not proportional. In credits at 720p, vidu2.0 costs 4 for 4 seconds
 * and 10 for 8 (https://doc-en.302.ai/294940083e0). viduq2 has a base price: less than five seconds count as five, and each further
 * second costs at most a quarter of that, as for viduq2-turbo (https://shortapi.ai/models/vidu/vidu-q2/image-to-video/llms.txt).
 */
const LENGTH_SHARES: ByModel<(seconds: number) => number> = [
  [/^vidu2\.0/, seconds => (seconds > 4 ? 2.5 : 1)],
  [/^viduq2/, seconds => 1 + Math.max(0, seconds - 5) / 4],
]

/**
 * The price of a resolution relative to the usual one, if it differs. By the vendor's credits in these lists: 1.5 and q3
 * https://302.ai/product/detail/viduq3-turbo, 2.0 https://doc-en.302.ai/294940083e0, q2 as above (pro: 0.575 for 0.275).
 */
const SHARES: ByModel<Readonly<Record<string, number>>> = [
  [/^vidu1\.5/, { '360p': 0.4, '1080p': 2 }],
  [/^vidu2\.0/, { '360p': 0.5, '1080p': 2.5 }],
  [/^viduq2/, { '1080p': 2.1 }],
  [/^viduq3-pro/, { '540p': 0.466667, '1080p': 1.066667 }],
  [/^viduq1/, {}],
  // an unknown model counts as the dearest
  [/./, { '1080p': 2.5 }],
]

const WORDS: StateWords = {
  created: 'queued',
  queueing: 'queued',
  processing: 'running',
  success: 'succeeded',
  failed: 'failed',
}

function readPolled(answer: unknown): TaskProgress | null {
  const state = lookUp(WORDS, dig(answer, 'state'))
  if (!state) return null
  if (state === 'failed') return { state, reason: textAt(answer, 'err_msg', 'err_code', 'message') ?? '' }
  if (state !== 'succeeded') return { state }
  const [creation] = asObjects(dig(answer, 'creations'))
  const resultUrl = textAt(creation, 'url')
  return resultUrl === null ? null : { state, resultUrl }
}
