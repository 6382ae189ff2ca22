import { z } from 'zod'
import type { TaskProgress, TaskState } from '../task/task.ts'
import type { TaskPolling } from '../vendor.ts'
import { sunoAnswer, sunoTask } from './wire.ts'

/** Running states, including UNKNOWN, which a proxy reports after hearing nothing for a while. */
const STATES: Readonly<Record<string, TaskState>> = {
  NOT_START: 'queued',
  SUBMITTED: 'queued',
  QUEUED: 'queued',
  UNKNOWN: 'running',
  IN_PROGRESS: 'running',
  SUCCESS: 'succeeded',
  FAILURE: 'failed',
}

export const sunoPolling: TaskPolling<'tasks'> = {
  kind: 'tasks',
  most: 100,
  ask: (tasks, { baseUrl, key }) => ({
    method: 'POST',
    url: `${baseUrl}/suno/fetch`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: tasks.map(({ upstream_id }) => upstream_id) }),
  }),
  read(answer) {
    const { data: read } = sunoAnswer.safeParse(answer)
    const list = read?.code === 'success' ? z.array(z.unknown()).safeParse(read.data).data : undefined
    return list ? new Map(list.flatMap(progressOf)) : null
  },
}

function progressOf(item: unknown): [string, TaskProgress | 'unclear'][] {
  const { data: told } = sunoTask.safeParse(item)
  // Without an id, it is not about one of our tasks.
  if (!told) return []
  const { task_id, status, fail_reason, progress, data, start_time, finish_time } = told
  const state = fail_reason ? 'failed' : STATES[status]
  if (!state) return [[task_id, 'unclear']]
  const told_ = state === 'queued' || state === 'running' ? { status } : {}
  return [
    [
      task_id,
      {
        state,
        ...told_,
        progress: Number.parseInt(String(progress ?? ''), 10) || 0,
        ...(start_time && { startedAt: start_time * 1000 }),
        ...(finish_time && { finishedAt: finish_time * 1000 }),
        ...(state === 'failed' && { reason: fail_reason ?? '' }),
        ...(data !== undefined && data !== null && { change: { data: JSON.stringify(data) } }),
      },
    ],
  ]
}
