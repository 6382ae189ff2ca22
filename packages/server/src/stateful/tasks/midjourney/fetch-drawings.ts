import { z } from 'zod'
import { pictureShower } from '../../../records/drawing-log/shown-picture.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { callVendor } from '../call-vendor.ts'
import { OF_WORDS, readTaskBody } from '../read-task-body.ts'
import type { TaskHandler } from '../serve-task-call.ts'
import { channelOf, upstreamIdOf } from './origin.ts'
import { shownProperties } from './outcome.ts'
import { findOwn, listOwn } from './store.ts'
import { readSubmitAnswer } from './submit-answer.ts'
import { toldTask } from './told-task.ts'
import { upstreamRequest } from './upstream-request.ts'

/** `GET /mj/task/{id}/fetch` */
export const fetchDrawing: TaskHandler = async ({ admission, request, params: { id = '' }, deps }) => {
  const row = await findOwn(deps.tasks.db, admission.identity.userId, id)
  if (!row) throw relayError('task_not_found', { id })
  return Response.json(toldTask(row, pictureShower(request, deps)))
}

const MOST_IDS = 1000
const asked = z.object({ ids: z.array(z.string()).nullish() })

/** `POST /mj/task/list-by-condition`: the caller's tasks among the named ones. */
export const listDrawings: TaskHandler = async context => {
  const { admission, request, deps } = context
  const { data } = asked.safeParse(await readTaskBody(context, OF_WORDS))
  const ids = [...new Set(data?.ids)].slice(0, MOST_IDS)
  if (ids.length === 0) return Response.json([])
  const rows = await listOwn(deps.tasks.db, admission.identity.userId, ids)
  const show = pictureShower(request, deps)
  return Response.json(rows.map(row => toldTask(row, show)))
}

const LIMITS = { connectSeconds: 10, firstByteSeconds: 30, idleSeconds: 30 }

/** `GET /mj/task/{id}/image-seed`: asks the channel that drew it. */
export const fetchSeed: TaskHandler = async ({ admission, params: { id = '' }, deps }) => {
  const row = await findOwn(deps.tasks.db, admission.identity.userId, id)
  const upstreamId = row && upstreamIdOf(row)
  if (!row || !upstreamId) throw relayError('task_not_found', { id })
  const channel = channelOf(row, deps)
  const question = upstreamRequest(channel, 'GET', `/mj/task/${encodeURIComponent(upstreamId)}/image-seed`)
  const { signal } = new AbortController()
  const { json } = await callVendor(question, channel, { limits: LIMITS, signal }, deps)
  const answer = readSubmitAnswer(json)
  if (!answer) throw relayError('upstream_not_readable')
  const { description } = shownProperties(answer, channel)
  return Response.json({ code: answer.code, description, result: answer.taskId })
}
