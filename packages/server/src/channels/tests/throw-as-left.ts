import { consoleError } from '../../platform/http/console-error.ts'
import { ClientGone } from '../../relay/errors/client-gone.ts'

/** A caller who leaves is no failure of the server's; and the request that was sent, with its key, is not logged. */
export function throwAsLeft(error: unknown): never {
  throw error instanceof ClientGone ? consoleError('report_cancelled') : error
}
