import type { TaskRow } from '../../../../platform/storage/schema.ts'
import { OPENAI_ROOT } from '../../../../relay/call/endpoints.ts'
import { relayError } from '../../../../relay/call/relay-error.ts'
import { readTaskBody, WITH_PICTURES } from '../../read-task-body.ts'
import type { TaskCallContext, TaskEndpoint, TaskHandler, TaskRoute } from '../../serve-task-call.ts'
import { submitVideo } from '../submit-video.ts'
import { readVideoFields } from '../video-fields.ts'
import { findVideo } from '../videos.ts'
import { addressOf, codeFor } from './shared.ts'

/**
 * `POST /jimeng/?Action=…`: Jimeng's own form, for any vendor.
 * https://www.volcengine.com/docs/85621/1792702
 */
const serveAction: TaskHandler = async context => {
  const action = context.query.get('Action') ?? ''
  const serve = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!serve) throw relayError('task_member_invalid', { member: 'Action', expected: Object.keys(ACTIONS).join(', ') })
  return serve(await readTaskBody(context, WITH_PICTURES), context)
}

type Action = (body: Readonly<Record<string, unknown>>, context: TaskCallContext) => Promise<Response>

const ACTIONS: Readonly<Record<string, Action>> = {
  async CVSync2AsyncSubmitTask({ req_key, image_urls, binary_data_base64, frames, ...body }, context) {
    const images = [binary_data_base64, image_urls].flat()
    const seconds = frames === undefined ? null : (Number(frames) - 1) / FRAMES_A_SECOND
    const asked = readVideoFields({ ...body, model: req_key, images, seconds })
    return success({ task_id: (await submitVideo(asked, context)).task_id }, context)
  },
  async CVSync2AsyncGetResult({ task_id }, context) {
    const row = await findVideo({ ...context, params: { id: String(task_id ?? '') } })
    if (row.status === 'FAILURE') return answer({ code: FAILED, message: row.fail_reason, data: null }, context)
    return success({ status: STATUSES[row.status] ?? 'in_queue', video_url: urlOf(row, context) }, context)
  },
}

const FRAMES_A_SECOND = 24
const DONE = 10_000
const FAILED = 50_500
const STATUSES: Readonly<Record<string, string>> = { SUCCESS: 'done', IN_PROGRESS: 'generating' }

const urlOf = (row: TaskRow, context: TaskCallContext): string =>
  row.status === 'SUCCESS' ? addressOf(row, context) : ''

const success = (data: object, context: TaskCallContext) => answer({ code: DONE, message: 'Success', data }, context)

const answer = (told: { code: number; message: string; data: object | null }, { call }: TaskCallContext): Response =>
  Response.json({ ...told, request_id: call.requestId, status: told.code })

/** https://www.volcengine.com/docs/85621/1544716 */
const CODES = [
  [500, FAILED],
  [429, 50_429],
  [404, 50_215],
  [401, 50_400],
  [400, 50_215],
] as const

const jimeng: TaskEndpoint = {
  ...OPENAI_ROOT,
  path: '/jimeng/',
  writeError(failed) {
    const code = codeFor(CODES, failed)
    const request_id = failed.response.headers.get('x-request-id') ?? ''
    return Response.json(
      { code, message: failed.message, data: null, request_id, status: code },
      { status: failed.status },
    )
  },
}

export const jimengRoutes: readonly TaskRoute[] = ['/jimeng', '/jimeng/'].map(path => ({
  path,
  endpoint: jimeng,
  handlers: { POST: serveAction },
}))
