import { type ErrorParameters, fillIn } from '@tollgate/contract'
import { AccountBusy } from '../../money/ledger/index.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { relaySentences } from '../../platform/messages/index.ts'
import { type RelayErrorCode, relayErrors } from '../../platform/messages/relay-errors.ts'
import { isTransient } from '../../platform/storage/transient-errors.ts'

export type { RelayErrorCode }

/** Makes the error of a relayed call. */
export const relayError = (
  code: RelayErrorCode,
  parameters?: ErrorParameters,
  retryAfterSeconds?: number,
): ApiError<RelayErrorCode> =>
  new ApiError(
    code,
    {
      ...relayErrors[code],
      sentence: (language, values) => fillIn(relaySentences[language][code], values),
    },
    { parameters, retryAfterSeconds },
  )

const DATABASE_RETRY_SECONDS = 5
/** Enough for the other nodes to give up a dead one. */
const NODE_RETRY_SECONDS = 15

/** Returns the ApiError for any failure; an unexpected one is reported without its reason. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof AccountBusy)
    return relayError('account_busy', {}, error.reason === 'another node' ? NODE_RETRY_SECONDS : DATABASE_RETRY_SECONDS)
  return isTransient(error) ? relayError('database_unavailable', {}, DATABASE_RETRY_SECONDS) : relayError('internal')
}
