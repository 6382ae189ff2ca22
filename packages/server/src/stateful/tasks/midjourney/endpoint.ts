import { callerKey } from '../../../relay/request/authenticate.ts'
import type { TaskEndpoint } from '../serve-task-call.ts'
import { midjourneyErrors } from './errors.ts'

/** The channel types of Midjourney proxies. */
export const CHANNEL_TYPES: readonly number[] = [2, 5]

/** Where drawings are called for. */
export const midjourneyEndpoint = (path: string): TaskEndpoint => ({
  path: `/mj${path}`,
  // What has no format of its own is counted with this.
  format: 'openai-chat',
  errors: midjourneyErrors,
  callerKey: keyOf,
})

/** What clients of Midjourney proxies send as a key that is none. */
const PLACEHOLDER = 'midjourney-proxy'

/** The token key of a request: from `Authorization`, else from `mj-api-secret`; without `sk-`, empty when there is none. */
function keyOf(request: Request): string {
  const key = callerKey(request, midjourneyErrors)
  if (key !== '' && key !== PLACEHOLDER) return key
  return (request.headers.get('mj-api-secret') ?? '').trim().replace(/^sk-/, '')
}
