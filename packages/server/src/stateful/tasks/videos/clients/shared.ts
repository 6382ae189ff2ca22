import { isHttps } from '../../../../platform/sessions/is-https.ts'
import type { TaskRow } from '../../../../platform/storage/schema.ts'
import type { ErrorResponse } from '../../../../relay/errors/error-response.ts'
import type { TaskCallContext } from '../../serve-task-call.ts'

/** Returns the URL where a client fetches the file with its key. */
export function addressOf({ task_id: id }: TaskRow, { request, deps }: TaskCallContext): string {
  const { host } = new URL(request.url)
  const site = deps.options.get('ServerAddress') || `${isHttps(request) ? 'https' : 'http'}://${host}`
  return `${site}/v1/videos/${id}/content`
}

/** Returns a vendor's code for a status: the code of the largest listed status not above it. */
export const codeFor = (codes: readonly (readonly [status: number, code: number])[], { status }: ErrorResponse) =>
  codes.find(([from]) => status >= from)?.[1] ?? 0
