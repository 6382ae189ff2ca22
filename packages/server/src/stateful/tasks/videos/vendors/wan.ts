import { dig, lookUp } from '@tollgate/gateway'
import type { TaskProgress } from '../../task/task.ts'
import type { VideoRequest, VideoVendor } from '../../vendor.ts'
import { videoRefusal } from '../video-refusal.ts'
import { refusal, type StateWords, taskSaid, textAt } from './common/answers.ts'
import { callTo } from './common/call.ts'
import { addressOf, imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { type ByModel, lengthOf, mayHaveSound, ofModel, resolutionOf, unsupported } from './common/shape.ts'
import { timesOf } from './common/times.ts'

/** Alibaba's Wan, through DashScope. https://help.aliyun.com/zh/model-studio/text-to-video-api-reference */
export const wan: VideoVendor = {
  platform: 'wan',
  channelTypes: [17],
  // requests have another form from 2.7 on
  takes: model => /^wanx?2\.[1-6]-(t2v|i2v|kf2v)/.test(model),
  submit(request, channel) {
    const kind = kindOf(request)
    const pictures = imagesOf(request, kind.pictures.length).map(addressOf)
    if (kind.needsPicture && pictures.length === 0) throw videoRefusal('video_picture_needed', { model: request.model })
    const body = {
      model: request.upstreamModel,
      input: {
        ...optionsOf(request, INPUT_OPTIONS),
        prompt: request.prompt,
        ...Object.fromEntries(pictures.map((picture, at) => [kind.pictures[at], picture])),
      },
      parameters: {
        ...optionsOf(request, PARAMETERS),
        ...(kind.bySize ? { size: sizeOf(request) } : { resolution: resolutionOf(request, resolutionsOf(request)) }),
        duration: lengthOf(request, lengthsOf(request)),
      },
    }
    const call = callTo(channel, `/api/v1/services/aigc/${kind.path}/video-synthesis`, body)
    return { ...call, headers: { ...call.headers, 'x-dashscope-async': 'enable' } }
  },
  readSubmitted(answer, status) {
    const id = textAt(answer, 'output.task_id')
    if (id !== null && status < 400) return { upstreamId: id }
    const message = textAt(answer, 'message', 'output.message')
    return message === null ? null : refusal(message, status, 400, textAt(answer, 'code', 'output.code'))
  },
  poll: ({ upstream_id }, channel) => callTo(channel, `/api/v1/tasks/${encodeURIComponent(upstream_id)}`),
  readPolled,
  factors(request) {
    const factors: Record<string, number> = { seconds: lengthOf(request, lengthsOf(request)) }
    const share = lookUp(ofModel(SHARES, request.upstreamModel, {}), linesOf(request))
    return share === undefined ? factors : { ...factors, resolution: share }
  },
  footage: request => ({
    seconds: lengthOf(request, lengthsOf(request)),
    resolution: linesOf(request).toLowerCase(),
    // audio given by URL is used whatever `audio` says
    sound: mayHaveSound(request, 'audio') || Boolean(request.metadata.audio_url),
  }),
}

interface Kind {
  /** Its names for the first and last picture. */
  pictures: readonly string[]
  needsPicture?: true
  /** It takes a width and height. */
  bySize?: true
  path: string
}

const OF_TEXT: Kind = { pictures: [], bySize: true, path: 'video-generation' }
const KINDS: ByModel<Kind> = [
  [/kf2v/, { pictures: ['first_frame_url', 'last_frame_url'], needsPicture: true, path: 'image2video' }],
  [/i2v/, { pictures: ['img_url'], needsPicture: true, path: 'video-generation' }],
]
const kindOf = ({ upstreamModel }: VideoRequest): Kind => ofModel(KINDS, upstreamModel, OF_TEXT)

const INPUT_OPTIONS = ['negative_prompt', 'audio_url', 'template']
const PARAMETERS = ['prompt_extend', 'watermark', 'audio', 'seed', 'shot_type']

const LENGTHS: ByModel<readonly number[]> = [
  [/^wan2\.5/, [5, 10]],
  [/^wan2\.6/, [5, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
  [/^wanx2\.1-i2v-turbo/, [5, 3, 4]],
]
const lengthsOf = ({ upstreamModel }: VideoRequest) => ofModel(LENGTHS, upstreamModel, [5])

const RESOLUTIONS: ByModel<readonly string[]> = [
  [/^wan2\.5/, ['1080P', '480P', '720P']],
  [/^wan2\.6/, ['1080P', '720P']],
  [/^wan2\.2.*plus/, ['1080P', '480P']],
  [/^wan2\.2.*flash/, ['720P', '480P', '1080P']],
]
const resolutionsOf = ({ upstreamModel }: VideoRequest) => ofModel(RESOLUTIONS, upstreamModel, ['720P', '480P'])

/** The sizes of each resolution, the default first. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  '480P': ['832*480', '480*832', '624*624'],
  '720P': ['1280*720', '720*1280', '960*960', '1088*832', '832*1088'],
  '1080P': ['1920*1080', '1080*1920', '1440*1440', '1632*1248', '1248*1632'],
}

/** @throws ApiError */
function sizeOf(request: VideoRequest): string {
  const resolutions = resolutionsOf(request)
  const { size } = request
  if (!size) return SIZES[resolutionOf(request, resolutions)]?.[0] ?? ''
  const made = resolutions.flatMap(resolution => SIZES[resolution] ?? [])
  const found = made.find(known => known === `${size.width}*${size.height}`)
  if (found === undefined) throw unsupported(request, null, made)
  return found
}

function linesOf(request: VideoRequest): string {
  if (!kindOf(request).bySize) return resolutionOf(request, resolutionsOf(request))
  const size = sizeOf(request)
  return Object.keys(SIZES).find(resolution => SIZES[resolution]?.includes(size)) ?? ''
}

/** A second's price relative to the model's cheapest. https://help.aliyun.com/zh/model-studio/models */
const SHARES: ByModel<Readonly<Record<string, number>>> = [
  [/^wan2\.5/, { '480P': 1, '720P': 2, '1080P': 3.333333 }],
  [/^wan2\.6/, { '720P': 1, '1080P': 1.666667 }],
  [/^wan2\.2.*plus/, { '480P': 1, '1080P': 5 }],
  [/^wan2\.2.*flash/, { '480P': 1, '720P': 2, '1080P': 4.8 }],
]

const WORDS: StateWords = {
  PENDING: 'queued',
  RUNNING: 'running',
  SUCCEEDED: 'succeeded',
  FAILED: 'failed',
  CANCELED: 'failed',
  // the upstream forgot the task
  UNKNOWN: 'failed',
}

function readPolled(answer: unknown): TaskProgress | null {
  const word = dig(answer, 'output.task_status')
  const state = lookUp(WORDS, word)
  if (!state) return null
  const times = timesOf({
    startedAt: timeAt(answer, 'output.scheduled_time'),
    finishedAt: timeAt(answer, 'output.end_time'),
  })
  if (state === 'failed')
    return { state, ...times, reason: textAt(answer, 'output.message', 'message') ?? taskSaid(word) }
  if (state !== 'succeeded') return { state, ...times }
  const resultUrl = textAt(answer, 'output.video_url')
  return resultUrl === null ? null : { state, ...times, resultUrl }
}

/** Reads a time of DashScope, in China's time zone: `2026-01-01 08:00:00.000`. */
const timeAt = (answer: unknown, path: string): number =>
  Date.parse(`${textAt(answer, path)?.replace(' ', 'T') ?? ''}+08:00`)
