import type { ParameterName } from '../canonical/request.ts'
import type { Limit } from '../protocols/common/limits.ts'
import { type DialectId, dialects, type UpstreamDialectId, upstreamDialects } from '../protocols/index.ts'

/** Something that clients of one dialect can ask for and upstreams of another do not support, or not fully. */
interface Lost {
  /** The name that reported losses use. */
  what: string
  why: string
  isRefused: boolean
}

/** Returns everything that can be lost between a client and an upstream, from the tables of both. */
export function lostBetween(client: DialectId, upstream: UpstreamDialectId): Lost[] {
  const { limits, parameters } = upstreamDialects[upstream]
  const limited = Object.entries<Limit>(limits).filter(
    ([name, limit]) => limit.fate !== 'untold' && canMeet(client, name, limit),
  )
  const unsaid = Object.entries(parameters).flatMap(([name, fate]) =>
    'why' in fate && canSay(client, name) ? [{ what: name, why: fate.why, isRefused: fate.fate === 'refused' }] : [],
  )
  return [...limited.map(([, { what, why, fate }]) => ({ what, why, isRefused: fate === 'refused' })), ...unsaid]
}

/**
 * Returns whether a client can meet a limit: the limit names one of the client's parameters, or no parameter at all.
 */
function canMeet(client: DialectId, name: string, { what, askedBy }: Limit): boolean {
  if (askedBy && !askedBy.includes(client)) return false
  const own: Limit | undefined = (dialects[client].limits as Readonly<Record<string, Limit>>)[name]
  const [parameter = ''] = what.split('.')
  const isMissedToo = own?.fate === 'missing' || own?.fate === 'refused'
  return !isMissedToo && (!(parameter in dialects[client].parameters) || canSay(client, parameter))
}

const canSay = (client: DialectId, parameter: string): boolean =>
  'name' in dialects[client].parameters[parameter as ParameterName] // callers pass only parameter names
