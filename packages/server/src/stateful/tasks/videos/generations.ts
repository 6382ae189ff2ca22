import type { TaskRow } from '../../../platform/storage/schema.ts'
import { readTaskBody, WITH_PICTURES } from '../read-task-body.ts'
import type { TaskHandler } from '../serve-task-call.ts'
import { submitVideo } from './submit-video.ts'
import { readVideoFields } from './video-fields.ts'
import { factorsHeader, findVideo } from './videos.ts'

/** `POST /v1/video/generations`: the older general shape, `{model, prompt, mode, image, images, size, duration, metadata}`. */
export const generateVideo: TaskHandler = async context => {
  const row = await submitVideo(readVideoFields(await readTaskBody(context, WITH_PICTURES)), context)
  const response = Response.json({ id: row.task_id, task_id: row.task_id, status: statusOf(row) })
  response.headers.set('x-new-api-other-ratios', factorsHeader(row))
  return response
}

/** `GET /v1/video/generations/{id}`. */
export const getGeneration: TaskHandler = async context => {
  const row = await findVideo(context)
  const { task_id, status, fail_reason, submit_time, start_time, finish_time, progress, action, platform } = row
  const data = { task_id, platform, action, status, fail_reason, submit_time, start_time, finish_time, progress }
  const url = status === 'SUCCESS' ? `/v1/videos/${task_id}/content` : ''
  return Response.json({ code: 'success', message: '', data: { ...data, url, format: 'mp4' } })
}

const statusOf = ({ status }: TaskRow): string => (status === 'SUCCESS' ? 'succeeded' : 'queued')
