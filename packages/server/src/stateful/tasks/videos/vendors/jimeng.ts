import { dig, lookUp, splitAccessKey, tryParse } from '@tollgate/gateway'
import type { TaskChannel, UpstreamTaskRequest, VideoImage, VideoVendor } from '../../vendor.ts'
import { videoRefusal } from '../video-refusal.ts'
import { refusal, type StateWords, taskSaid, textAt } from './common/answers.ts'
import { contentElsewhere, signedCallTo } from './common/call.ts'
import { bareOf, imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { lengthOf, ratioOf } from './common/shape.ts'

/** Jimeng, through Volcengine's visual service. https://www.volcengine.com/docs/85621/1792702 */
export const jimeng: VideoVendor = {
  platform: 'jimeng',
  channelTypes: [51],
  submit(request, channel) {
    const images = imagesOf(request, request.upstreamModel === PRO ? 1 : 2)
    const byAddress = images.filter(({ kind }) => kind === 'url').length
    if (byAddress > 0 && byAddress < images.length) throw videoRefusal('video_pictures_mixed', { model: request.model })
    if (images.some(isTooLarge))
      throw videoRefusal('video_picture_too_large', { model: request.model, limit: '4.7 MB' })
    const body = {
      ...optionsOf(request, OPTIONS),
      // another gateway takes the model and finds the service itself
      req_key: splitAccessKey(channel.key) ? serviceOf(request.upstreamModel, images.length) : request.upstreamModel,
      prompt: request.prompt,
      ...(images.length > 0 && { [byAddress > 0 ? 'image_urls' : 'binary_data_base64']: images.map(bareOf) }),
      ...(images.length === 0 && { aspect_ratio: ratioOf(request, RATIOS) }),
      frames: FRAMES_A_SECOND * lengthOf(request, LENGTHS) + 1,
    }
    return callAction('CVSync2AsyncSubmitTask', channel, body)
  },
  readSubmitted(answer, status, { body }) {
    const id = textAt(answer, 'data.task_id')
    const service = textAt(tryParse(String(body)), 'req_key')
    // polling needs the same service
    if (dig(answer, 'code') === DONE && id !== null && status < 400) return { upstreamId: `${service}/${id}` }
    const message = textAt(answer, 'message', 'ResponseMetadata.Error.Message')
    const code = textAt(answer, 'code', 'ResponseMetadata.Error.Code')
    return message === null ? null : refusal(message, status, meaningOf(code), code)
  },
  poll({ upstream_id }, channel) {
    const [req_key, task_id] = upstream_id.split('/')
    return callAction('CVSync2AsyncGetResult', channel, { req_key, task_id })
  },
  readPolled,
  content: contentElsewhere,
  factors: request => ({ duration: lengthOf(request, LENGTHS) / 5 }),
  footage: request => ({ seconds: lengthOf(request, LENGTHS), resolution: null, sound: false }),
}

const DONE = 10_000
const PRO = 'jimeng_v30_pro'
/** The limit for a file, in base64 characters. */
const LONGEST_PICTURE = (4.7 * 1024 * 1024 * 4) / 3
const LENGTHS = [5, 10]
const FRAMES_A_SECOND = 24
const OPTIONS = ['seed', 'template_id', 'camera_strength']
const RATIOS = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9']

const callAction = (action: string, channel: TaskChannel, body: object): UpstreamTaskRequest =>
  signedCallTo(channel, `/?Action=${action}&Version=2022-08-31`, '/jimeng', body)

const isTooLarge = (image: VideoImage): boolean => image.kind === 'data' && image.base64.length > LONGEST_PICTURE

/** Returns the service; version 3's name depends on the number of pictures. */
function serviceOf(model: string, pictures: number): string {
  if (model === PRO) return 'jimeng_ti2v_v30_pro'
  const [, suffix] = /^jimeng_v30(_1080)?p?$/.exec(model) ?? [null, null]
  if (suffix === null) return model
  const [of = ''] = [['t2v', 'i2v_first', 'i2v_first_tail'][pictures]]
  return `jimeng_${of}_v30${suffix ?? ''}${suffix && pictures === 0 ? 'p' : ''}`
}

/** Used when the same code comes with HTTP 200. https://www.volcengine.com/docs/85621/1544716 */
function meaningOf(code: string | null): number {
  if (code === '50429' || code === '50430') return 429
  if (code === '50400') return 403
  return /^50[2-5]1\d|^5020\d|^50215/.test(code ?? '') ? 400 : 502
}

const WORDS: StateWords = {
  in_queue: 'queued',
  generating: 'running',
  done: 'succeeded',
  not_found: 'failed',
  expired: 'failed',
}

function readPolled(answer: unknown): ReturnType<VideoVendor['readPolled']> {
  const code = textAt(answer, 'code')
  const reason = textAt(answer, 'message') ?? ''
  if (code !== String(DONE)) {
    const status = meaningOf(code)
    return status === 400 ? { state: 'failed', reason } : status === 429 ? 'later' : null
  }
  const word = dig(answer, 'data.status')
  const state = lookUp(WORDS, word)
  if (!state) return null
  if (state === 'failed') return { state, reason: taskSaid(word) }
  if (state !== 'succeeded') return { state }
  const resultUrl = textAt(answer, 'data.video_url')
  return resultUrl === null ? null : { state, resultUrl }
}
