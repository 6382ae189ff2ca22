import { type ErrorParameters, fillIn } from '@tollgate/contract'
import { ApiError } from '../../api-error.ts'
import { relaySentences } from '../../messages/index.ts'
import { type RelayErrorCode, relayErrors } from '../../messages/relay-errors.ts'
import { isTransient } from '../../storage/transient-errors.ts'

export type { RelayErrorCode }

/** Why a relayed call is not answered. */
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

/** What a client is told of whatever went wrong; without the reason, where it is not the client's to know. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return isTransient(error) ? relayError('database_unavailable', {}, DATABASE_RETRY_SECONDS) : relayError('internal')
}
