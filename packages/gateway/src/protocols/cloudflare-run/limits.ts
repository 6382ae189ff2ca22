import { type LimitTable, reduced, untold } from '../common/limits.ts'
import { limitsOf } from '../common/plain-limits.ts'
import { host } from './host.ts'

export const onePrompt = reduced(
  'conversation',
  'Cloudflare’s run takes one prompt; its turns stand in it one after another',
)

/** No answer says whether the limit cut it off. */
export const noReason = untold('finish_reason', 'Cloudflare’s run does not tell why an answer ended')

export const limits: LimitTable = { ...limitsOf(host), onePrompt, noReason }
