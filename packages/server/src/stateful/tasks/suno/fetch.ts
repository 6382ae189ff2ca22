import { z } from 'zod'
import { relayError } from '../../../relay/call/relay-error.ts'
import { OF_WORDS, readTaskBody } from '../read-task-body.ts'
import type { TaskHandler } from '../serve-task-call.ts'
import { findOwnTask, findOwnTasks } from '../task/own-tasks.ts'
import { SUNO, sunoSuccess, toSunoTask } from './wire.ts'

const MOST_IDS = 100

/** `GET /suno/fetch/{id}`: one of the caller's tasks. */
export const fetchSunoTask: TaskHandler = async ({ params, admission, deps }) => {
  const id = params.id ?? ''
  const row = await findOwnTask(deps.tasks.db, admission.identity.userId, id, { platforms: [SUNO] })
  if (!row) throw relayError('task_unknown', { id })
  return sunoSuccess(toSunoTask(row))
}

const asked = z.object({ ids: z.array(z.string()), action: z.string().nullish() })

/** `POST /suno/fetch` with `{ids, action?}`: the caller's tasks among them. */
export const fetchSunoTasks: TaskHandler = async context => {
  const { admission, deps } = context
  const { data: body } = asked.safeParse(await readTaskBody(context, OF_WORDS))
  if (!body || body.ids.length > MOST_IDS)
    throw relayError('task_member_invalid', { member: 'ids', expected: `a list of up to ${MOST_IDS} ids` })
  if (body.ids.length === 0) return sunoSuccess([])
  const rows = await findOwnTasks(deps.tasks.db, admission.identity.userId, body.ids, { platforms: [SUNO] })
  const wanted = body.action?.toUpperCase()
  return sunoSuccess(rows.filter(({ action }) => !wanted || action === wanted).map(toSunoTask))
}
