import { dig, lookUp } from '@tollgate/gateway'
import type { VideoRequest, VideoVendor } from '../../vendor.ts'
import { refusal, type StateWords, textAt } from './common/answers.ts'
import { callTo } from './common/call.ts'
import { addressOf, imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { type ByModel, lengthOf, ofModel, resolutionOf, unsupported } from './common/shape.ts'

/** MiniMax's Hailuo. https://platform.minimax.io/docs/api-reference/video-generation-t2v */
export const hailuo: VideoVendor = {
  platform: 'hailuo',
  channelTypes: [35],
  takes: model => /hailuo|^[tis]2v-/i.test(model),
  submit(request, channel) {
    const [first, last] = imagesOf(request, 2).map(addressOf)
    const body = {
      ...optionsOf(request, OPTIONS),
      model: request.upstreamModel,
      prompt: request.prompt,
      duration: lengthOf(request, lengthsOf(request)),
      resolution: definitionOf(request),
      first_frame_image: first,
      last_frame_image: last,
    }
    return callTo(channel, '/v1/video_generation', body)
  },
  readSubmitted(answer, status) {
    const code = textAt(answer, 'base_resp.status_code')
    const id = textAt(answer, 'task_id')
    if (code === '0' && id !== null && status < 400) return { upstreamId: id }
    const message = textAt(answer, 'base_resp.status_msg')
    return message === null ? null : refusal(message, status, lookUp(STATUSES, code) ?? 502, code)
  },
  poll: ({ upstream_id }, channel) =>
    callTo(channel, `/v1/query/video_generation?task_id=${encodeURIComponent(upstream_id)}`),
  readPolled,
  // files are looked up by id each time, because their URLs expire after hours
  content: ({ result_url }, channel) => callTo(channel, `/v1/files/retrieve?file_id=${encodeURIComponent(result_url)}`),
  readContent: answer => textAt(answer, 'file.download_url'),
  factors(request) {
    const lengths = lengthsOf(request)
    const factors: Record<string, number> = { duration: lengthOf(request, lengths) === 10 ? 2 : 1 }
    if (definitionOf(request) === '1080P') factors.resolution = 1.75
    return factors
  },
  footage: request => ({
    seconds: lengthOf(request, lengthsOf(request)),
    resolution: definitionOf(request).toLowerCase(),
    sound: false,
  }),
}

const OPTIONS = ['prompt_optimizer', 'fast_pretreatment', 'aigc_watermark', 'subject_reference']
const isNewer = (model: string): boolean => /hailuo/i.test(model)
const lengthsOf = ({ upstreamModel }: VideoRequest): readonly number[] => (isNewer(upstreamModel) ? [6, 10] : [6])

const RESOLUTIONS: ByModel<readonly string[]> = [
  [/hailuo-02/i, ['768P', '512P', '1080P']],
  [/hailuo/i, ['768P', '1080P']],
]

function definitionOf(request: VideoRequest): string {
  const resolutions = ofModel(RESOLUTIONS, request.upstreamModel, ['720P'])
  const isLong = lengthOf(request, lengthsOf(request)) > 6
  const chosen = resolutionOf(request, resolutions)
  if (isLong && chosen === '1080P') throw unsupported(request, chosen, ['512P', '768P'])
  return chosen
}

/** The HTTP statuses that match its codes. https://platform.minimax.io/docs/api-reference/errorcode */
const STATUSES: Readonly<Record<string, number>> = {
  '1001': 504,
  '1002': 429,
  '1004': 401,
  '1008': 402,
  '1026': 400,
  '1027': 400,
  '1039': 429,
  '2013': 400,
  '2049': 401,
  '2056': 429,
}

const WORDS: StateWords = {
  Preparing: 'queued',
  Queueing: 'queued',
  Processing: 'running',
  Success: 'succeeded',
  Fail: 'failed',
}

function readPolled(answer: unknown): ReturnType<VideoVendor['readPolled']> {
  const state = lookUp(WORDS, dig(answer, 'status'))
  const code = textAt(answer, 'base_resp.status_code')
  const reason = textAt(answer, 'base_resp.status_msg') ?? ''
  if (state === 'failed') return { state, reason }
  if (code !== '0') return lookUp(STATUSES, code) === 429 ? 'later' : null
  if (state !== 'succeeded') return state ? { state } : null
  const file = textAt(answer, 'file_id')
  return file === null ? null : { state, resultUrl: file }
}
