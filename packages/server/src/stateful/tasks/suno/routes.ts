import { OPENAI_ROOT } from '../../../relay/call/endpoints.ts'
import type { ErrorResponse } from '../../../relay/errors/error-response.ts'
import type { TaskEndpoint, TaskRoute } from '../serve-task-call.ts'
import { fetchSunoTask, fetchSunoTasks } from './fetch.ts'
import { submitSuno } from './submit.ts'

/** Suno's error codes. */
const CODES: Readonly<Record<string, string>> = {
  body_not_json: 'invalid_request',
  task_member_missing: 'invalid_request',
  task_member_invalid: 'invalid_request',
  task_unknown: 'task_not_exist',
  task_clip_unknown: 'get_origin_task_failed',
  task_channel_gone: 'task_channel_disable',
  model_price_missing: 'model_price_error',
  user_quota_insufficient: 'quota_not_enough',
  token_quota_insufficient: 'quota_not_enough',
}

const suno = (path: string): TaskEndpoint => ({
  ...OPENAI_ROOT,
  path,
  writeError: ({ code, message, status }: ErrorResponse) =>
    Response.json({ code: CODES[code] ?? code, message, data: null }, { status }),
})

export const sunoRoutes: readonly TaskRoute[] = [
  { path: '/suno/submit/:action', endpoint: suno('/suno/submit'), handlers: { POST: submitSuno } },
  { path: '/suno/fetch', endpoint: suno('/suno/fetch'), handlers: { POST: fetchSunoTasks } },
  { path: '/suno/fetch/:id', endpoint: suno('/suno/fetch'), handlers: { GET: fetchSunoTask } },
]
