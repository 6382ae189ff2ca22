import type { Reply } from '@tollgate/contract'
import { t } from '../phrases/index.ts'

/** Thrown if a call failed. `message` is in the user's language and can be shown unchanged. */
export class CallError extends Error {
  override name = 'CallError'
  /** The contract's error code, `network` for no response, or `http` for a response that is not the server's. */
  code: string
  /** HTTP status; 0 for no response. */
  status: number
  /** The faulty input field, if the server names one. */
  field: string | undefined
  /** The id to quote when asking the operator. */
  requestId: string | undefined
  /** Whether the server itself gave the reason; else `message` is the console's own. */
  isExplained: boolean
  /** Further data of the reply, such as differences. */
  data: unknown

  constructor(
    message: string,
    about: Pick<CallError, 'code' | 'status'> &
      Partial<Pick<CallError, 'field' | 'requestId' | 'isExplained' | 'data'>>,
  ) {
    super(message)
    this.code = about.code
    this.status = about.status
    this.field = about.field
    this.requestId = about.requestId
    this.isExplained = about.isExplained ?? false
    this.data = about.data
  }
}

/** The error in a response. `reply`: its envelope; undefined: it does not come from the server. */
export function failureOf(response: Response, reply: Reply<unknown> | undefined): CallError {
  return new CallError(messageOf(response, reply), {
    code: reply?.code ?? 'http',
    status: response.status,
    field: reply?.field,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    isExplained: Boolean(reply?.message),
    data: reply?.data,
  })
}

function messageOf(response: Response, reply: Reply<unknown> | undefined): string {
  switch (response.status) {
    case 401:
      return reply?.message || t('call.expired')
    case 405:
      return t('call.demoSite')
    case 429:
      return t('call.tooManyRequests')
    case 500:
      return t('call.internal')
  }
  if (reply) return reply.message || t('call.failed')
  return t('call.other', { message: `${response.status} ${response.statusText}`.trim() })
}
