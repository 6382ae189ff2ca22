import { consoleError } from '../../platform/http/console-error.ts'
import { ClientGone } from '../../relay/errors/client-gone.ts'

/** A caller who leaves is not a server failure, and the sent request with its key is not logged. */
export function throwAsLeft(error: unknown): never {
  throw error instanceof ClientGone ? consoleError('report_cancelled') : error
}
