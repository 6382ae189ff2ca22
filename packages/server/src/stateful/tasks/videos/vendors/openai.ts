import { z } from 'zod'
import { randomText } from '../../../../platform/process/random-text.ts'
import { relayError } from '../../../../relay/call/relay-error.ts'
import type { TaskState } from '../../task/task.ts'
import type { TaskChannel, UpstreamTaskRequest, VideoImage, VideoVendor } from '../../vendor.ts'
import { taskSaid } from './common/answers.ts'

/** OpenAI, and gateways that relay videos in its form. https://platform.openai.com/docs/api-reference/videos */
export const openAiVideos: VideoVendor = {
  platform: 'openai-video',
  channelTypes: [1, 55],
  submit(request, channel) {
    const { upstreamModel: model, prompt, seconds, size, images, remixOf } = request
    if (remixOf !== null) return post(channel, `/v1/videos/${encodeURIComponent(remixOf)}/remix`, { prompt })
    if (images.length > 1) throw relayError('task_not_taken_by_vendor', { what: 'more than one picture' })
    const fields = {
      model,
      prompt,
      ...(seconds !== null && { seconds: String(seconds) }),
      ...(size && { size: `${size.width}x${size.height}` }),
    }
    const [image] = images
    if (image?.kind === 'data') return postForm(channel, '/v1/videos', fields, image)
    return post(channel, '/v1/videos', { ...fields, ...(image && { input_reference: { image_url: image.url } }) })
  },
  readSubmitted(answer, status) {
    const { data: failed } = refused.safeParse(answer)
    if (failed) return { failure: failed.error.message, ...(failed.error.code && { code: failed.error.code }) }
    const { data: video } = told.safeParse(answer)
    return video && status < 400 ? { upstreamId: video.id } : null
  },
  poll: ({ upstream_id }, channel) => get(channel, `/v1/videos/${encodeURIComponent(upstream_id)}`),
  readPolled(answer) {
    const { data: video } = told.safeParse(answer)
    const state = video && STATES[video.status]
    if (!state) return null
    const { progress, error, completed_at } = video
    return {
      state,
      ...(progress !== null && progress !== undefined && { progress }),
      ...(completed_at && { finishedAt: completed_at * 1000 }),
      ...(state === 'failed' && { reason: error?.message || error?.code || taskSaid(video.status) }),
    }
  },
  content: ({ upstream_id }, channel) => get(channel, `/v1/videos/${encodeURIComponent(upstream_id)}/content`),
  remove: ({ upstream_id }, channel) => ({
    ...get(channel, `/v1/videos/${encodeURIComponent(upstream_id)}`),
    method: 'DELETE',
  }),
  factors: ({ seconds, size }) => ({
    seconds: seconds ?? USUAL_SECONDS,
    ...(size && LARGE.has(`${size.width}x${size.height}`) && { size: LARGE_RATIO }),
  }),
  footage: ({ seconds, size }) => ({
    seconds: seconds ?? USUAL_SECONDS,
    resolution: size ? `${Math.min(size.width, size.height)}p` : '720p',
    sound: true,
  }),
}

const USUAL_SECONDS = 4
/** The price of large sizes relative to small ones. https://platform.openai.com/docs/pricing */
const LARGE: ReadonlySet<string> = new Set(['1792x1024', '1024x1792'])
const LARGE_RATIO = 1.666667

const STATES: Readonly<Record<string, TaskState>> = {
  queued: 'queued',
  pending: 'queued',
  processing: 'running',
  in_progress: 'running',
  completed: 'succeeded',
  failed: 'failed',
  cancelled: 'failed',
}

const error = z.object({ message: z.string(), code: z.string().nullish() })
const refused = z.object({ error, status: z.undefined().optional() })
const told = z.object({
  id: z.string().min(1),
  status: z.string(),
  progress: z.number().nullish(),
  /** Unix seconds. */
  completed_at: z.number().int().positive().max(1e11).nullish().catch(null),
  error: error.partial().nullish(),
})

const keyOf = ({ key, type, organization }: TaskChannel): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  ...(type === 1 && organization && { 'openai-organization': organization }),
})

const get = (channel: TaskChannel, path: string): UpstreamTaskRequest => ({
  method: 'GET',
  url: channel.baseUrl + path,
  headers: keyOf(channel),
})

const post = (channel: TaskChannel, path: string, body: object): UpstreamTaskRequest => ({
  method: 'POST',
  url: channel.baseUrl + path,
  headers: { ...keyOf(channel), 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

function postForm(
  channel: TaskChannel,
  path: string,
  fields: Readonly<Record<string, string>>,
  { mime, base64 }: Extract<VideoImage, { kind: 'data' }>,
): UpstreamTaskRequest {
  const boundary = `tollgate-${randomText(32)}`
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `form-data; name="input_reference"; filename="reference.${mime.split('/')[1] ?? 'bin'}"`
  const bytes = Buffer.concat([
    Buffer.from(`${parts.join('')}--${boundary}\r\ncontent-disposition: ${file}\r\ncontent-type: ${mime}\r\n\r\n`),
    Buffer.from(base64, 'base64'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return {
    method: 'POST',
    url: channel.baseUrl + path,
    headers: {
      ...keyOf(channel),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(bytes.length),
    },
    body: {
      async *[Symbol.asyncIterator]() {
        yield new Uint8Array(bytes)
      },
    },
  }
}
