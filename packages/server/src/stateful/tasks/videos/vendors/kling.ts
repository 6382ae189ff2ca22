import { asObjects, dig, lookUp } from '@tollgate/gateway'
import type { VideoRequest, VideoVendor } from '../../vendor.ts'
import { refusal, type StateWords, textAt } from './common/answers.ts'
import { contentElsewhere, signedCallTo } from './common/call.ts'
import { bareOf, imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { type ByModel, lengthOf, lengthsFrom, ofModel, ratioOf } from './common/shape.ts'
import { timesOf } from './common/times.ts'

/** Kling. https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo */
export const kling: VideoVendor = {
  platform: 'kling',
  channelTypes: [50],
  submit(request, channel) {
    const [first, last] = imagesOf(request, 2).map(bareOf)
    const body = {
      ...optionsOf(request, OPTIONS),
      model_name: request.upstreamModel,
      prompt: request.prompt,
      mode: modeOf(request),
      ...(hasSound(request.metadata) && { sound: 'on' }),
      duration: String(lengthOf(request, lengthsOf(request))),
      // a picture has its own aspect ratio
      ...(first ? { image: first, image_tail: last } : { aspect_ratio: ratioOf(request, RATIOS) }),
    }
    return signedCallTo(channel, `/v1/videos/${first ? 'image2video' : 'text2video'}`, '/kling', body)
  },
  readSubmitted(answer, status, { url }) {
    const id = textAt(answer, 'data.task_id')
    const code = dig(answer, 'code')
    // the path for polling depends on the kind of input
    if (code === 0 && id !== null && status < 400) return { upstreamId: `${url.split('/').at(-1)}/${id}` }
    const message = textAt(answer, 'message')
    return message === null ? null : refusal(message, status, STATUSES[Number(code)] ?? 502, textAt(answer, 'code'))
  },
  poll: ({ upstream_id }, channel) => signedCallTo(channel, `/v1/videos/${upstream_id}`, '/kling'),
  readPolled,
  content: contentElsewhere,
  factors(request) {
    const { upstreamModel, metadata } = request
    const lengths = lengthsOf(request)
    const factors: Record<string, number> = { duration: lengthOf(request, lengths) / (lengths[0] ?? 5) }
    if (modeOf(request) === 'pro') factors.mode = ofModel(PRO, upstreamModel, 1.75)
    if (hasSound(metadata)) factors.sound = upstreamModel.startsWith('kling-v3') ? 1.5 : 2
    return factors
  },
  footage: request => ({
    seconds: lengthOf(request, lengthsOf(request)),
    resolution: modeOf(request),
    sound: hasSound(request.metadata),
  }),
  // no model costs more units a second
  tokens: request => 2 * lengthOf(request, lengthsOf(request)),
}

const OPTIONS = ['negative_prompt', 'cfg_scale', 'camera_control', 'static_mask', 'dynamic_masks', 'watermark_info']
const RATIOS = ['16:9', '9:16', '1:1']
const MODES = ['std', 'pro']
const LENGTHS: ByModel<readonly number[]> = [[/^kling-v3/, lengthsFrom(3, 15, 5)]]
const lengthsOf = ({ upstreamModel }: VideoRequest): readonly number[] => ofModel(LENGTHS, upstreamModel, [5, 10])

/** Whether the video may have sound: yes, unless the value is known to mean silence. */
const hasSound = (metadata: VideoRequest['metadata']): boolean =>
  Object.entries(metadata).some(
    ([name, told]) =>
      name.toLowerCase() === 'sound' && !['off', 'false', '', 'null'].includes(String(told).toLowerCase()),
  )

const modeOf = ({ mode, metadata }: VideoRequest): string =>
  MODES.find(known => known === String(mode || metadata.mode).toLowerCase()) ?? 'std'

/** The price of `pro` relative to `std`. https://app.klingai.com/global/dev/pricing */
const PRO: ByModel<number> = [
  [/^kling-v1$/, 3.5],
  [/master$/, 1],
  [/^kling-v2-[56]/, 1.666667],
  [/^kling-v3/, 1.333333],
]

/** https://app.klingai.com/global/dev/document-api/apiReference/commonInfo */
const STATUSES: Readonly<Record<number, number>> = {
  1000: 401,
  1001: 401,
  1002: 401,
  1003: 401,
  1004: 401,
  1100: 429,
  1101: 429,
  1102: 429,
  1103: 403,
  1200: 400,
  1201: 400,
  1202: 400,
  1203: 404,
  1300: 400,
  1301: 400,
  1302: 429,
  1303: 429,
  1304: 429,
  5000: 500,
  5001: 503,
  5002: 504,
}

const WORDS: StateWords = { submitted: 'queued', processing: 'running', succeed: 'succeeded', failed: 'failed' }

function readPolled(answer: unknown): ReturnType<VideoVendor['readPolled']> {
  const status = STATUSES[Number(dig(answer, 'code'))]
  if (status === 429 || (status !== undefined && status >= 500)) return 'later'
  const state = lookUp(WORDS, dig(answer, 'data.task_status'))
  if (dig(answer, 'code') !== 0 || !state) return null
  if (state === 'queued' || state === 'running') return { state }
  const times = timesOf({ finishedAt: Number(dig(answer, 'data.updated_at')) })
  if (state === 'failed') return { state, ...times, reason: textAt(answer, 'data.task_status_msg', 'message') ?? '' }
  const [video] = asObjects(dig(answer, 'data.task_result.videos'))
  const resultUrl = textAt(video, 'url')
  const units = Number(textAt(answer, 'data.final_unit_deduction'))
  return resultUrl === null
    ? null
    : { state, ...times, resultUrl, ...(units > 0 && { usage: { tokens: Math.ceil(units) } }) }
}
