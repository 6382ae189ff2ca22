import { asObjects, dig, type Footage, isObject, readServiceAccount } from '@tollgate/gateway'
import type { TaskProgress } from '../../task/task.ts'
import type { TaskChannel, UpstreamTaskRequest, VideoImage, VideoRequest, VideoVendor } from '../../vendor.ts'
import { videoRefusal } from '../video-refusal.ts'
import { refusal, textAt } from './common/answers.ts'
import { callTo } from './common/call.ts'
import { imagesOf } from './common/images.ts'
import { optionsOf } from './common/options.ts'
import { type ByModel, lengthOf, ofModel, ratioOf, resolutionOf } from './common/shape.ts'

/** Google's Veo in AI Studio, which keeps its files. https://ai.google.dev/gemini-api/docs/video */
export const veo: VideoVendor = {
  platform: 'veo',
  channelTypes: [24],
  takesData: true,
  takes: model => model.startsWith('veo-'),
  submit: (request, channel) =>
    callTo(channel, `/v1beta/models/${request.upstreamModel}:predictLongRunning`, bodyOf(request), keyOf(channel)),
  readSubmitted,
  poll: ({ upstream_id }, channel) => callTo(channel, `/v1beta/${upstream_id}`, undefined, keyOf(channel)),
  readPolled: answer =>
    readOperation(answer, response => {
      const [sample] = asObjects(dig(response, 'generateVideoResponse.generatedSamples'))
      return textAt(sample, 'video.uri')
    }),
  // the file needs the key, and the key is sent only to its host
  content({ result_url }, channel) {
    const { pathname, search } = new URL(result_url)
    return callTo(channel, pathname + search, undefined, { ...keyOf(channel), accept: 'video/*' })
  },
  factors,
  footage,
}

/**
 * Veo on Vertex AI, which returns its videos in the answer.
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation
 */
export const vertexVeo: VideoVendor = {
  platform: 'vertex-veo',
  channelTypes: [41],
  takesData: true,
  takes: model => model.startsWith('veo-'),
  submit: (request, channel) => callVertex(channel, request.upstreamModel, 'predictLongRunning', bodyOf(request)),
  readSubmitted,
  poll: ({ upstream_id }, channel) => askVertex(upstream_id, channel),
  readPolled: answer => readOperation(answer, response => (fileIn(response) === null ? null : IN_ANSWER)),
  content: ({ upstream_id }, channel) => askVertex(upstream_id, channel),
  readContent: answer => fileIn(dig(answer, 'response')),
  factors,
  footage,
}

const IN_ANSWER = 'operation:'
const keyOf = ({ key }: TaskChannel): Record<string, string> => ({ 'x-goog-api-key': key })

const LENGTHS: ByModel<readonly number[]> = [[/^veo-2/, [8, 5, 6, 7]]]
const lengthsOf = ({ upstreamModel }: VideoRequest) => ofModel(LENGTHS, upstreamModel, [8, 4, 6])
const RESOLUTIONS: ByModel<readonly string[]> = [
  [/^veo-2/, ['720p']],
  [/^veo-3\.0/, ['720p', '1080p']],
]
const resolutionsFor = ({ upstreamModel }: VideoRequest) => ofModel(RESOLUTIONS, upstreamModel, ['720p', '1080p', '4k'])
const RATIOS = ['16:9', '9:16']
const PARAMETERS = ['negativePrompt', 'personGeneration', 'seed', 'generateAudio', 'enhancePrompt']

function bodyOf(request: VideoRequest): object {
  const [image, lastFrame] = imagesOf(request, 2).map(dataOf)
  const parameters = {
    ...optionsOf(request, PARAMETERS),
    durationSeconds: lengthOf(request, lengthsOf(request)),
    aspectRatio: ratioOf(request, RATIOS),
    // version 2 has one resolution and no option for it
    ...(!request.upstreamModel.startsWith('veo-2') && { resolution: resolutionOf(request, resolutionsFor(request)) }),
    sampleCount: 1,
  }
  return { instances: [{ prompt: request.prompt, image, lastFrame }], parameters }
}

function dataOf(image: VideoImage) {
  if (image.kind === 'url') throw videoRefusal('video_picture_not_read', {})
  return { bytesBase64Encoded: image.base64, mimeType: image.mime }
}

/** The price of 4K relative to lower resolutions. https://ai.google.dev/gemini-api/docs/pricing */
const SHARES_OF_4K: ByModel<number> = [[/fast/, 2.333333]]

function factors(request: VideoRequest): Record<string, number> {
  const seconds = lengthOf(request, lengthsOf(request))
  const is4k = resolutionOf(request, resolutionsFor(request)) === '4k'
  return { seconds, ...(is4k && { resolution: ofModel(SHARES_OF_4K, request.upstreamModel, 1.5) }) }
}

function footage(request: VideoRequest): Footage {
  return {
    seconds: lengthOf(request, lengthsOf(request)),
    resolution: resolutionOf(request, resolutionsFor(request)),
    sound: !request.upstreamModel.startsWith('veo-2') && request.metadata.generateAudio !== false,
  }
}

function readSubmitted(answer: unknown, status: number): ReturnType<VideoVendor['readSubmitted']> {
  const message = textAt(answer, 'error.message')
  if (message !== null) return refusal(message, status, 400, textAt(answer, 'error.status'))
  const name = textAt(answer, 'name')
  return name !== null && NAME.test(name) && status < 400 ? { upstreamId: name } : null
}

/** Checked, because the name becomes part of a URL. */
const NAME = /^[\w-]+(\/[\w.@-]+)+$/

/** @param fileOf returns where the file is, from a response */
function readOperation(answer: unknown, fileOf: (response: unknown) => string | null): TaskProgress | null {
  if (textAt(answer, 'name') === null) return null
  const reason = textAt(answer, 'error.message')
  if (reason !== null) return { state: 'failed', reason }
  if (dig(answer, 'done') !== true) return { state: 'running' }
  const response = dig(answer, 'response')
  const resultUrl = fileOf(response)
  if (resultUrl !== null) return { state: 'succeeded', resultUrl }
  const filtered = filteredIn(dig(response, 'generateVideoResponse')) ?? filteredIn(response)
  return filtered === null ? null : { state: 'failed', reason: filtered }
}

/** Returns why the result is withheld. */
function filteredIn(response: unknown): string | null {
  const reasons = isObject(response) ? response.raiMediaFilteredReasons : null
  if (Array.isArray(reasons) && typeof reasons[0] === 'string') return reasons[0]
  return Number(dig(response, 'raiMediaFilteredCount')) > 0 ? 'The video was filtered out' : null
}

function fileIn(response: unknown): string | null {
  const [video] = asObjects(dig(response, 'videos'))
  const base64 = textAt(video, 'bytesBase64Encoded')
  return base64 === null ? null : `data:${textAt(video, 'mimeType') ?? 'video/mp4'};base64,${base64}`
}

function askVertex(operationName: string, channel: TaskChannel): UpstreamTaskRequest {
  const model = /\/models\/([^/]+)\//.exec(operationName)?.[1] ?? ''
  return callVertex(channel, model, 'fetchPredictOperation', { operationName })
}

function callVertex(channel: TaskChannel, model: string, verb: string, body: object): UpstreamTaskRequest {
  const isAccount = readServiceAccount(channel.key) !== null
  const call = callTo(channel, '', body, isAccount ? {} : keyOf(channel))
  const url = channel.provider.address({
    channel,
    model,
    clientModel: model,
    path: `/models/${model}:${verb}`,
    format: 'gemini',
    isStream: false,
    isConverted: true,
    clientHeaders: new Headers(),
    clientUrl: '',
    options: { get: () => never() },
  })
  return { ...call, url, longAnswer: true, ...(isAccount && { credential: 'google-service-account' }) }
}

function never(): never {
  throw new Error('no option is asked for')
}
