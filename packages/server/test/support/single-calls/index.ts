import { cloudflare } from './cloudflare.ts'
import { dashScope } from './dashscope.ts'
import type { SingleCall } from './host.ts'
import { miniMax } from './minimax.ts'
import { others } from './others.ts'

export { type SingleCallHost, startSingleCallHost } from './host.ts'

/** Calls with one request and one response in vendors' own formats. */
export const singleCalls: readonly SingleCall[] = [...dashScope, ...miniMax, ...cloudflare, ...others]
