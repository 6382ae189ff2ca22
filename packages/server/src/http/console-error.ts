import { type ErrorCode, type ErrorParameters, errorMessage, errors } from '@tollgate/contract'
import { ApiError } from '../api-error.ts'

/** Why a console call fails. Business failures answer 200 with `success: false`; the table of codes has their statuses. */
export const consoleError = (code: ErrorCode, parameters?: ErrorParameters, field?: string): ApiError<ErrorCode> =>
  new ApiError(
    code,
    {
      status: errors[code],
      type: 'api_error',
      sentence: (language, values) => errorMessage(code, language, values),
    },
    { parameters, field },
  )
