import type { RelayCall } from '../call/relay-call.ts'
import { relayError } from '../call/relay-error.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { closeConnection } from '../request/close-connection.ts'
import type { Mirror } from './mirror.ts'
import { notPlanned, planCopy } from './plan-copy.ts'

/** Calls that a mirror passes over, by why. */
export type PassedOver = 'mirror_not_planned' | 'mirror_files' | 'mirror_tasks'

/** A copy of a call, or why it is not planned; undefined for what nothing serves. */
interface Copy {
  call: RelayCall | PassedOver | undefined
  request: Request
  clientIp: () => string
}

/** Takes a copy of a call that another gateway's proxy sends. Whatever comes of it, the answer is the same. */
export async function serveMirror(
  { call, request, clientIp }: Copy,
  deps: RelayDeps,
  mirror: Mirror,
): Promise<Response> {
  if (!deps.options.get('mirror_setting.enabled') || request.method !== 'POST') return nothing()
  const seconds = deps.addressLimits.take('relay', clientIp)
  if (seconds > 0) mirror.sums.add(notPlanned(relayError('too_many_from_address', { seconds })), deps.now())
  else if (typeof call === 'object') mirror.sums.add(await planCopy(call, request, clientIp, deps, mirror), deps.now())
  else mirror.sums.add(notPlanned(unserved(call, request)), deps.now())
  return nothing()
}

const unserved = (passedOver: PassedOver | undefined, { method, url }: Request) =>
  passedOver
    ? relayError(passedOver)
    : relayError('route_unknown', { method, path: new URL(url).pathname.slice(0, LONGEST_PATH) })

const LONGEST_PATH = 100

/** Says nothing: the rest of a request that was not read stays unread. */
const nothing = () => closeConnection(new Response(null, { status: 204 }))
