import type { TaskRow } from '../../../../platform/storage/schema.ts'
import { OPENAI_ROOT } from '../../../../relay/call/endpoints.ts'
import { relayError } from '../../../../relay/call/relay-error.ts'
import { readTaskBody, WITH_PICTURES } from '../../read-task-body.ts'
import type { TaskCallContext, TaskEndpoint, TaskHandler, TaskRoute } from '../../serve-task-call.ts'
import { submitVideo } from '../submit-video.ts'
import { readVideoFields } from '../video-fields.ts'
import { propertiesOf } from '../video-row.ts'
import { findVideo } from '../videos.ts'
import { addressOf, codeFor } from './shared.ts'

/** `POST /kling/v1/videos/{text2video|image2video}`: Kling's own form, for any vendor. */
const submitFor =
  (needsPicture: boolean): TaskHandler =>
  async context => {
    const { model_name, model = model_name, ...body } = await readTaskBody(context, WITH_PICTURES)
    const asked = readVideoFields({ ...body, model })
    if (needsPicture && asked.images.length === 0) throw relayError('task_member_missing', { member: 'image' })
    return told(await submitVideo(asked, context), context)
  }

const getVideo: TaskHandler = async context => told(await findVideo(context), context)

/** https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo */
function told(row: TaskRow, context: TaskCallContext): Response {
  const { task_id, status, fail_reason, created_at, updated_at } = row
  const isMade = status === 'SUCCESS'
  const video = { id: task_id, url: addressOf(row, context), duration: String(propertiesOf(row).seconds ?? '') }
  const data = {
    task_id,
    task_status: STATUSES[status] ?? 'submitted',
    task_status_msg: fail_reason,
    created_at: created_at * 1000,
    updated_at: (updated_at || created_at) * 1000,
    ...(isMade && { task_result: { videos: [video] } }),
  }
  return Response.json({ code: 0, message: 'SUCCEED', request_id: context.call.requestId, data })
}

const STATUSES: Readonly<Record<string, string>> = { SUCCESS: 'succeed', FAILURE: 'failed', IN_PROGRESS: 'processing' }

/** https://app.klingai.com/global/dev/document-api/apiReference/commonInfo */
const CODES = [
  [503, 5001],
  [500, 5000],
  [429, 1302],
  [404, 1203],
  [402, 1102],
  [401, 1000],
  [400, 1201],
] as const

const kling = (path: string): TaskEndpoint => ({
  ...OPENAI_ROOT,
  path,
  writeError(failed) {
    const request_id = failed.response.headers.get('x-request-id') ?? ''
    return Response.json(
      { code: codeFor(CODES, failed), message: failed.message, request_id },
      { status: failed.status },
    )
  },
})

export const klingRoutes: readonly TaskRoute[] = ['text2video', 'image2video'].flatMap(kind => {
  const path = `/kling/v1/videos/${kind}`
  return [
    { path, endpoint: kling(path), handlers: { POST: submitFor(kind === 'image2video') } },
    { path: `${path}/:id`, endpoint: kling(path), handlers: { GET: getVideo } },
  ]
})
