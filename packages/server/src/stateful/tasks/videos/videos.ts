import type { TaskRow } from '../../../platform/storage/schema.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { callVendor } from '../call-vendor.ts'
import { OF_WORDS, readTaskBody, WITH_PICTURES } from '../read-task-body.ts'
import type { TaskCallContext, TaskHandler } from '../serve-task-call.ts'
import { deleteOwnTask, findOwnTask, listOwnTasks } from '../task/own-tasks.ts'
import { readTerms } from '../task/task.ts'
import { readVideoForm } from './read-video-form.ts'
import { submitVideo } from './submit-video.ts'
import { readVideoFields } from './video-fields.ts'
import { propertiesOf, toVideo, VIDEO_PLATFORMS, vendorOf } from './video-row.ts'

/** `POST /v1/videos`, as JSON or as a form. */
export const createVideo: TaskHandler = async context => {
  const body = (await readVideoForm(context)) ?? (await readTaskBody(context, WITH_PICTURES))
  return Response.json(toVideo(await submitVideo(readVideoFields(body), context)))
}

/** `GET /v1/videos/{id}`. */
export const getVideo: TaskHandler = async context => Response.json(toVideo(await findVideo(context)))

/** Returns one of the caller's videos. @throws ApiError if none of theirs has that id */
export async function findVideo({ params, admission, deps }: TaskCallContext): Promise<TaskRow> {
  const id = params.id ?? ''
  const row = await findOwnTask(deps.tasks.db, admission.identity.userId, id, { platforms: VIDEO_PLATFORMS })
  if (!row) throw relayError('task_unknown', { id })
  return row
}

/** `POST /v1/videos/{id}/remix`: on the video's own channel, with the same length. */
export const remixVideo: TaskHandler = async context => {
  const row = await findVideo(context)
  if (row.status !== 'SUCCESS') throw relayError('task_not_finished', { id: row.task_id })
  const channel = await context.deps.readTaskChannel(row)
  if (!channel) throw relayError('task_channel_gone', { id: row.task_id })
  if (row.platform !== REMIXING) throw relayError('task_not_taken_by_vendor', { what: 'remixes' })
  const { seconds, size } = propertiesOf(row)
  const { prompt } = await readTaskBody(context, OF_WORDS)
  const asked = readVideoFields({ model: row.model, prompt, ...(seconds !== null && { seconds }), size })
  return Response.json(toVideo(await submitVideo(asked, context, { row, channel })))
}

/** The only vendor that makes a new video from an existing one. */
const REMIXING = 'openai-video'

/** `DELETE /v1/videos/{id}`: hides it from its owner; an unfinished one is still refunded if it fails. */
export const deleteVideo: TaskHandler = async context => {
  const { deps } = context
  const row = await findVideo(context)
  if (row.is_open) throw relayError('task_not_finished', { id: row.task_id })
  await deleteOwnTask(deps.tasks.db, row, deps.now())
  await removeUpstream(row, context)
  return Response.json({ id: row.task_id, object: 'video.deleted', deleted: true })
}

const LIMITS = { connectSeconds: 10, firstByteSeconds: 15, idleSeconds: 15 }

/** Deletes the video upstream too, if possible; its owner need not know whether that worked. */
async function removeUpstream(row: TaskRow, { deps }: TaskCallContext): Promise<void> {
  const vendor = vendorOf(row)
  const channel = vendor?.remove && (await deps.readTaskChannel(row))
  if (!vendor?.remove || !channel) return
  try {
    const request = await vendor.remove(row, channel, deps)
    await callVendor(request, channel, { limits: LIMITS, signal: new AbortController().signal }, deps)
  } catch (error) {
    deps.log.debug({ err: error, task: row.id }, 'an upstream was not told to delete a video')
  }
}

const USUAL_LIMIT = 20
const MOST_LISTED = 100

/** `GET /v1/videos`: the caller's own, newest first unless `order=asc`. */
export const listVideos: TaskHandler = async ({ query, admission, deps }) => {
  const { userId } = admission.identity
  const limit = Number(query.get('limit') || USUAL_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED)
    throw relayError('count_out_of_range', { name: 'limit', most: MOST_LISTED })
  const isAscending = query.get('order') === 'asc'
  const cursor = query.get('after')
  const platforms = VIDEO_PLATFORMS
  const after = cursor ? await findOwnTask(deps.tasks.db, userId, cursor, { platforms }) : undefined
  if (cursor && !after) throw relayError('task_unknown', { id: cursor })
  const page = { limit: limit + 1, after: after?.id, isAscending }
  const rows = await listOwnTasks(deps.tasks.db, userId, { platforms }, page)
  const data = rows.slice(0, limit).map(toVideo)
  return Response.json({
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: rows.length > limit,
  })
}

/** Returns a video's price factors, for a header that other such gateways send. */
export const factorsHeader = (row: TaskRow): string => JSON.stringify(readTerms(row).factors)
