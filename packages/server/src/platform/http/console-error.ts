import { type ErrorCode, type ErrorParameters, errorMessage, errors } from '@tollgate/contract'
import { ApiError } from './api-error.ts'

/**
 * Makes the error of a console call. Business failures have status 200 and `success: false`; see the table of codes.
 */
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
