import { callerKey } from '../../../relay/request/authenticate.ts'
import type { TaskEndpoint } from '../serve-task-call.ts'
import { midjourneyErrors } from './errors.ts'

/** The channel types of Midjourney proxies. */
export const CHANNEL_TYPES: readonly number[] = [2, 5]

/** The endpoints of drawings. */
export const midjourneyEndpoint = (path: string): TaskEndpoint => ({
  path: `/mj${path}`,
  // The format is used only for counting: drawings have none of their own.
  format: 'openai-chat',
  errors: midjourneyErrors,
  callerKey: keyOf,
})

/** A placeholder that clients of Midjourney proxies send instead of a key. */
const PLACEHOLDER = 'midjourney-proxy'

/** Returns the token key from `Authorization`, else from `mj-api-secret`, without `sk-`; empty: there is none. */
function keyOf(request: Request): string {
  const key = callerKey(request, midjourneyErrors)
  if (key !== '' && key !== PLACEHOLDER) return key
  return (request.headers.get('mj-api-secret') ?? '').trim().replace(/^sk-/, '')
}
