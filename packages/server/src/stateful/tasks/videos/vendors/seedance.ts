import { asObjects, dig, lookUp } from '@tollgate/gateway'
import type { TaskProgress } from '../../task/task.ts'
import type { VideoRequest, VideoVendor } from '../../vendor.ts'
import { refusal, type StateWords, taskSaid, textAt } from './common/answers.ts'
import { callTo } from './common/call.ts'
import { addressOf, checkAddress, imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { type ByModel, lengthOf, lengthsFrom, mayHaveSound, ofModel, ratioOf, resolutionOf } from './common/shape.ts'
import { timesOf } from './common/times.ts'

const PATH = '/api/v3/contents/generations/tasks'

/** Doubao's Seedance, through Volcengine's Ark. https://www.volcengine.com/docs/82379/1520757 */
export const seedance: VideoVendor = {
  platform: 'seedance',
  channelTypes: [45, 54],
  takes: model => /seedance|^ep-/.test(model),
  submit(request, channel) {
    const body = {
      ...optionsOf(request, OPTIONS),
      model: request.upstreamModel,
      content: contentOf(request),
      resolution: resolutionOf(request, resolutionsOf(request)),
      ratio: ratioOf(request, RATIOS),
      duration: lengthOf(request, lengthsOf(request)),
    }
    return callTo(channel, PATH, body)
  },
  readSubmitted(answer, status) {
    const id = textAt(answer, 'id')
    if (id !== null && status < 400) return { upstreamId: id }
    const message = textAt(answer, 'error.message')
    return message === null ? null : refusal(message, status, 400, textAt(answer, 'error.code'))
  },
  poll: ({ upstream_id }, channel) => callTo(channel, `${PATH}/${encodeURIComponent(upstream_id)}`),
  readPolled,
  remove: ({ upstream_id }, channel) => ({
    ...callTo(channel, `${PATH}/${encodeURIComponent(upstream_id)}`),
    method: 'DELETE',
  }),
  factors: request => ({ duration: lengthOf(request, lengthsOf(request)) / 5 }),
  footage: request => ({
    seconds: lengthOf(request, lengthsOf(request)),
    resolution: resolutionOf(request, resolutionsOf(request)).toLowerCase(),
    sound: mayHaveSound(request, 'generate_audio'),
  }),
  // https://www.volcengine.com/docs/82379/1544106: width × height × frames / 1024
  tokens(request) {
    const lines = Number.parseInt(resolutionOf(request, resolutionsOf(request)), 10)
    const pixels = (lines * lines * 21) / 9
    return Math.ceil((pixels * FRAMES_A_SECOND * lengthOf(request, lengthsOf(request))) / 1024)
  },
}

const FRAMES_A_SECOND = 24
const OPTIONS = [
  ...['seed', 'camera_fixed', 'watermark', 'generate_audio', 'return_last_frame'],
  ...['execution_expires_after', 'safety_identifier'],
]
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', 'adaptive']

const LENGTHS: ByModel<readonly number[]> = [
  [/seedance-1-0/, lengthsFrom(2, 12, 5)],
  [/seedance-1-5/, lengthsFrom(4, 12, 5)],
]
const lengthsOf = ({ upstreamModel }: VideoRequest) => ofModel(LENGTHS, upstreamModel, lengthsFrom(4, 15, 5))

const RESOLUTIONS: ByModel<readonly string[]> = [
  [/seedance-1-0-pro/, ['1080p', '480p', '720p']],
  [/seedance-2-0/, ['720p', '480p', '1080p']],
]
const resolutionsOf = ({ upstreamModel }: VideoRequest) =>
  ofModel(RESOLUTIONS, upstreamModel, ['720p', '480p', '1080p'])

/**
 * Price parameters in the prompt, where the vendor reads them too, such as `--resolution 1080p --dur 12`. They are replaced by
 * a space, so that the text around them cannot form another parameter.
 */
const FLAGS =
  /(?:--|[\u2013\u2014])(?:resolution|rs|duration|dur|frames|framespersecond|fps)(?![a-z])(?:[\s=:]+[^\s=:]+)?/gi

/** One picture is the first frame, two are the first and last frames, and more are references. */
function contentOf(request: VideoRequest): object[] {
  const images = imagesOf(request, MOST_PICTURES)
  const roles = images.length > 2 ? [] : ['first_frame', 'last_frame']
  return [
    { type: 'text', text: request.prompt.replace(FLAGS, ' ') },
    ...images.map((image, at) => ({
      type: 'image_url',
      image_url: { url: addressOf(image) },
      role: roles[at] ?? 'reference_image',
    })),
    ...referencesIn(request),
  ]
}

/**
 * Returns the referenced videos and audio in the vendor's own form: `{type: "video_url", video_url: {url}, role}`.
 * @throws ApiError
 */
function referencesIn({ metadata }: VideoRequest): object[] {
  const references = asObjects(metadata.content).filter(({ type }) => type === 'video_url' || type === 'audio_url')
  for (const reference of references.slice(0, MOST_REFERENCES))
    checkAddress(textAt(reference, 'video_url.url', 'audio_url.url') ?? '')
  return references.slice(0, MOST_REFERENCES)
}

const MOST_REFERENCES = 6

const MOST_PICTURES = 9

const WORDS: StateWords = {
  pending: 'queued',
  queued: 'queued',
  processing: 'running',
  running: 'running',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
  expired: 'failed',
}

function readPolled(answer: unknown): TaskProgress | null {
  const word = dig(answer, 'status')
  const state = lookUp(WORDS, word)
  if (!state) return null
  if (state === 'queued' || state === 'running') return { state }
  const times = timesOf({ finishedAt: Number(dig(answer, 'updated_at')) * 1000 })
  if (state === 'failed') return { state, ...times, reason: textAt(answer, 'error.message') ?? taskSaid(word) }
  const resultUrl = textAt(answer, 'content.video_url')
  const tokens = Number(dig(answer, 'usage.total_tokens') ?? dig(answer, 'usage.completion_tokens'))
  return resultUrl === null ? null : { state, ...times, resultUrl, ...(tokens > 0 && { usage: { tokens } }) }
}
