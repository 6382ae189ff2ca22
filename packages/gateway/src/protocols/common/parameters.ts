import type { LossReason } from '@tollgate/contract'
import { asDouble } from '../../canonical/exact-json.ts'
import type { HostQuirks } from '../../canonical/host-quirks.ts'
import type { CanonicalRequest, ParameterName, RequestParameters } from '../../canonical/request.ts'
import { asObject } from '../../raw/json.ts'
import { reduced } from './limits.ts'
import { type Loss, lose, loseMembers, loseNative, RequestRefused } from './losses.ts'

/** What happens to a parameter in a dialect. */
export type Fate =
  /** Copied unchanged under this native name, both ways. */
  | { fate: 'plain'; name: string }
  /** Has a native counterpart in another shape: the dialect's code converts it. */
  | { fate: 'mapped'; name: string }
  /** Left out and reported. */
  | { fate: 'dropped'; why: LossReason }
  /** Leaving it out would change the request's meaning: 400. */
  | { fate: 'refused'; why: string }

/** Complete by type: a new parameter does not compile until every dialect handles it. */
export type ParameterTable = Readonly<Record<ParameterName, Fate>>

export const plain = (name: string): Fate => ({ fate: 'plain', name })
export const mapped = (name: string): Fate => ({ fate: 'mapped', name })
export const dropped = (why: LossReason): Fate => ({ fate: 'dropped', why })
export const refused = (why: string): Fate => ({ fate: 'refused', why })

/** Returns the plain parameters of a native body. */
export function readPlain(body: Record<string, unknown>, table: Partial<ParameterTable>): RequestParameters {
  const parameters: Record<string, unknown> = {}
  for (const [name, fate] of entries(table)) {
    if (fate.fate !== 'plain') continue
    const value = body[fate.name]
    if (value === undefined || value === null) continue
    const taken = KINDS[name].take(value)
    if (taken === null) throw new RequestRefused(`${fate.name} must be ${KINDS[name].title}`, fate.name)
    parameters[name] = taken
  }
  return parameters // each value has its kind
}

/**
 * Returns the plain parameters as native members; adds losses for those the dialect drops, and throws for those it
 * refuses.
 */
export function writePlain(
  parameters: RequestParameters,
  table: ParameterTable,
  losses: Loss[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, fate] of entries(table)) {
    const value = parameters[name]
    if (value === undefined) continue
    if (fate.fate === 'plain') body[fate.name] = value
    else if (!asksFor(parameters, name)) continue
    else if (fate.fate === 'dropped') lose(losses, name, fate.why)
    else if (fate.fate === 'refused') throw new RequestRefused(`${name}: ${fate.why}`, name)
  }
  return body
}

/** For parameters of its dialect that a host lacks. */
export const hostLacks = reduced('some parameters', 'this host does not support it')

/** Returns a request without the parameters its host does not support. Clients of the host's own dialect keep theirs. */
export function takenByHost(
  request: CanonicalRequest,
  dialect: string,
  quirks: HostQuirks | undefined,
  losses: Loss[],
): CanonicalRequest {
  if (!quirks?.lacks || request.dialect === dialect) return request
  const parameters = { ...request.parameters }
  for (const name of quirks.lacks) {
    if (asksFor(parameters, name)) lose(losses, name, hostLacks.why)
    delete parameters[name]
  }
  return { ...request, parameters }
}

/** Returns whether a parameter was given with a value that is not neutral. */
const asksFor = (parameters: RequestParameters, name: ParameterName): boolean =>
  parameters[name] !== undefined && !Bun.deepEquals(parameters[name], NEUTRAL[name])

/** The members of a native body that were not read: neither in the table nor among `known`. */
export function readExtras(body: Record<string, unknown>, table: Partial<ParameterTable>, known: readonly string[]) {
  const read = new Set<string>(known)
  for (const fate of Object.values(table)) if ('name' in fate) read.add(fate.name)
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !read.has(name) && value != null))
}

/**
 * Members without a canonical name are kept in their own dialect and lost in others.
 * @throws RequestRefused if part of the conversation would be missing
 */
export function writeExtras(request: CanonicalRequest, dialect: string, losses: Loss[]): Record<string, unknown> {
  for (const turn of request.turns) for (const part of turn.parts) loseNative(part, dialect, losses)
  if (request.dialect === dialect) return request.extras
  if (request.keptByProvider) {
    throw new RequestRefused(`${request.keptByProvider} is stored by the provider that made it`, request.keptByProvider)
  }
  if (request.ownOnly) throw new RequestRefused(request.ownOnly.why, request.ownOnly.member, request.ownOnly.detail)
  const said: Record<string, unknown> = {}
  const unsaid: Record<string, unknown> = {}
  const related: Readonly<Record<string, object>> = request.related?.dialect === dialect ? request.related.extras : {}
  for (const [name, value] of Object.entries(request.extras))
    if (related[name]) Object.assign(said, related[name])
    else unsaid[name] = value
  loseMembers('', unsaid, request.dialect, losses)
  return said
}

interface Kind {
  /** For the message of a refusal: "must be …". */
  title: string
  /** The value if it is of this kind, otherwise null. */
  take(value: unknown): unknown
}

const number: Kind = { title: 'a number', take: asDouble }
const text: Kind = { title: 'a string', take: value => (typeof value === 'string' ? value : null) }
const flag: Kind = { title: 'true or false', take: value => (typeof value === 'boolean' ? value : null) }
const object: Kind = { title: 'an object', take: asObject }
const texts: Kind = {
  title: 'an array of strings',
  take: value => (Array.isArray(value) && value.every(item => typeof item === 'string') ? value : null),
}

const KINDS: Record<ParameterName, Kind> = {
  maxTokens: number,
  temperature: number,
  topP: number,
  topK: number,
  minP: number,
  frequencyPenalty: number,
  presencePenalty: number,
  repetitionPenalty: number,
  seed: number,
  stop: texts,
  logitBias: object,
  logprobs: flag,
  topLogprobs: number,
  n: number,
  toolChoice: object,
  parallelToolCalls: flag,
  format: object,
  reasoning: object,
  verbosity: text,
  modalities: texts,
  audio: object,
  serviceTier: text,
  user: text,
  metadata: object,
  store: flag,
  cache: object,
  cacheKey: text,
  cacheRetention: text,
  includeUsage: flag,
}

/** At these values a parameter asks for nothing, so leaving it out loses nothing. */
const NEUTRAL: Partial<Record<ParameterName, unknown>> = {
  n: 1,
  logprobs: false,
  topLogprobs: 0,
  store: false,
  frequencyPenalty: 0,
  presencePenalty: 0,
  repetitionPenalty: 1,
  minP: 0,
  parallelToolCalls: true,
  includeUsage: true,
  modalities: ['text'],
  toolChoice: { type: 'auto' },
}

const entries = (table: Partial<ParameterTable>) => Object.entries(table) as [ParameterName, Fate][] // the keys are the names
