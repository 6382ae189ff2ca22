import { randomText } from '../../../platform/process/random-text.ts'
import type { TaskRow } from '../../../platform/storage/schema.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { OF_WORDS, readTaskBody } from '../read-task-body.ts'
import type { TaskCallContext, TaskHandler } from '../serve-task-call.ts'
import { submitTask } from '../submit-task.ts'
import { findOwnTask, newestOwnTasks } from '../task/own-tasks.ts'
import type { Submitted, TaskFailure } from '../vendor.ts'
import { SUNO, type SunoAction, sunoAnswer, sunoSuccess } from './wire.ts'

/** The channel type of Suno proxies. */
const SUNO_TYPE = 36
const DEADLINE_SECONDS = 3600
const FIRST_POLL_SECONDS = 15
/** How many of its owner's tasks are searched for a clip. */
const MOST_SEARCHED = 200

const ACTIONS: readonly SunoAction[] = ['MUSIC', 'LYRICS']

/** `POST /suno/submit/{music|lyrics}`: answers with our id of the task. */
export const submitSuno: TaskHandler = async context => {
  const { params, deps } = context
  const action = ACTIONS.find(name => name === params.action?.toUpperCase())
  if (!action) throw relayError('task_member_invalid', { member: 'The action', expected: 'music or lyrics' })
  const body = await readTaskBody(context, OF_WORDS)
  checkPrompt(action, body)
  const origin = action === 'MUSIC' ? await originOf(body, context) : null
  const only = origin && (await deps.readTaskChannel(origin))
  if (origin && !only) throw relayError('task_channel_gone', { id: origin.task_id })
  const { task_id: _ours, ...asked } = body
  const sent = JSON.stringify(origin ? { ...asked, task_id: origin.upstream_id } : asked)
  const now = deps.now()
  const row = await submitTask(
    {
      kind: 'tasks',
      model: `suno_${action.toLowerCase()}`,
      text: sent,
      takes: ({ type }) => type === SUNO_TYPE,
      ...(only && { only }),
      seconds: DEADLINE_SECONDS,
      pollSeconds: FIRST_POLL_SECONDS,
      prepare: channel => ({
        factors: {},
        columns: {
          task_id: `task_${randomText(32)}`,
          platform: SUNO,
          action,
          created_at: now,
          submit_time: now,
          channel_id: channel.id,
          channel_type: channel.type,
          channel_key: channel.keyId ?? '',
          progress: '0%',
          origin_id: origin?.id ?? 0,
        },
        request: {
          method: 'POST',
          url: `${channel.baseUrl}/suno/submit/${action}`,
          headers: { authorization: `Bearer ${channel.key}`, 'content-type': 'application/json' },
          body: sent,
        },
        read: readSubmitted,
      }),
    },
    context,
  )
  return sunoSuccess(row.task_id)
}

function checkPrompt(action: SunoAction, body: Record<string, unknown>): void {
  const has = (name: string) => typeof body[name] === 'string' && body[name] !== ''
  const names = action === 'LYRICS' ? ['prompt'] : ['gpt_description_prompt', 'prompt']
  if (!names.some(has) && !(body.make_instrumental === true && has('tags')))
    throw relayError('task_member_missing', { member: names.join(' / ') })
}

/** Returns the task whose clip is continued, because only its channel has the clip. Null: a new one. @throws ApiError */
async function originOf(body: Record<string, unknown>, context: TaskCallContext): Promise<TaskRow | null> {
  const { admission, deps } = context
  const { continue_clip_id: clip, task_id: named } = body
  const find = (id: string) => findOwnTask(deps.tasks.db, admission.identity.userId, id, { platforms: [SUNO] })
  if (typeof named === 'string' && named !== '') {
    const origin = await find(named)
    if (!origin) throw relayError('task_unknown', { id: named })
    return origin
  }
  if (typeof clip !== 'string' || clip === '') return null
  const newest = await newestOwnTasks(deps.tasks.db, admission.identity.userId, SUNO, MOST_SEARCHED)
  const made = newest.find(({ data }) => data.includes(JSON.stringify(clip)))
  const origin = made && (await find(made.task_id))
  if (!origin) throw relayError('task_clip_unknown', { clip })
  return origin
}

function readSubmitted(answer: unknown): Submitted | TaskFailure | null {
  const { data: read } = sunoAnswer.safeParse(answer)
  if (!read) return null
  if (read.code !== 'success') return { failure: read.message || read.code, code: read.code }
  return typeof read.data === 'string' && read.data !== '' ? { upstreamId: read.data } : null
}
