import type { AttemptNote } from '@tollgate/contract'
import { chargeRule, newTally, type Tally } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import type { CallTrace } from '../../platform/tracing/tracing.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { RelayErrorCode } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'
import { redactorOf } from '../errors/channel-redactor.ts'
import { ClientGone } from '../errors/client-gone.ts'
import { endedByOf } from '../errors/ended-by.ts'
import { AttemptFailure } from '../errors/upstream-failure.ts'
import type { UpstreamAnswer } from '../upstream/call-upstream.ts'

/**
 * Makes an attempt and notes its outcome.
 *
 * @param inputTokens the estimated prompt tokens, for the cost of a failed attempt
 */
export async function noteAttempt<Answer>(
  { id, keyId }: OpenChannel,
  attempts: AttemptNote[],
  attempt: (note: AttemptNote) => Promise<Answer>,
  inputTokens?: () => number,
): Promise<Answer> {
  const note: AttemptNote = { channel: id, status: 0, ms: 0 }
  if (keyId !== undefined) note.key = keyId
  attempts.push(note)
  const beganAt = performance.now()
  try {
    return await attempt(note)
  } catch (error) {
    note.reason = reasonOf(error)
    if (error instanceof AttemptFailure)
      Object.assign(note, { code: error.reason.code ?? 'upstream_error' }, attemptCost(error, inputTokens))
    throw error
  } finally {
    note.ms = Math.round(performance.now() - beganAt)
  }
}

const LONGEST_REASON = 200

/** Returns an upstream error's message without keys and hosts. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof AttemptFailure ? error.reason : error
  if (reason instanceof ApiError) return reason.code
  return reason instanceof Error || error instanceof AttemptFailure
    ? (reason as { message: string }).message.slice(0, LONGEST_REASON)
    : ''
}

/**
 * Returns the cost of a failed attempt by the table of charges: nothing for the user, since the client got nothing.
 * An upstream that timed out may have done the work and bill the operator. undefined: no request was sent.
 */
function attemptCost(
  { reason, sentRequest }: AttemptFailure,
  inputTokens?: () => number,
): Pick<AttemptNote, 'charge_rule' | 'quota' | 'prompt_tokens'> | undefined {
  if (!sentRequest) return undefined
  return {
    charge_rule: chargeRule(endedByOf(reason), newTally(), false),
    quota: 0,
    ...(MAY_HAVE_WORKED.has(reason.code ?? '') && inputTokens && { prompt_tokens: inputTokens() }),
  }
}

const MAY_HAVE_WORKED: ReadonlySet<string> = new Set<RelayErrorCode>(['upstream_first_byte_timeout', 'upstream_silent'])

/**
 * Headers that name the request: OpenAI, Azure and most others; Anthropic; Bedrock; Azure's gateway; Google;
 * Cloudflare; Alibaba.
 */
const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'x-goog-request-id',
  'cf-ray',
  'x-dashscope-request-id',
]

/** Notes the head of an upstream's answer. */
export function noteAnswer(
  note: AttemptNote,
  { status, headers }: Pick<UpstreamAnswer, 'status' | 'headers'>,
  { key }: OpenChannel,
): void {
  note.status = status
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name)
    if (id === null) continue
    if (/^[\w.:-]{1,64}$/.test(id) && !hasPieceOf(key, id)) note.upstream_request_id = id
    return
  }
}

const PIECE = 8

/** Text that contains part of a key is not logged: no upstream has a reason to send one. */
const hasPieceOf = (key: string, text: string): boolean =>
  key.length >= PIECE && (text.includes(key.slice(0, PIECE)) || text.includes(key.slice(-PIECE)))

const LONGEST_NAME = 128

/** Notes which model and fingerprint the answer names. */
export function noteServed(note: AttemptNote, { model, fingerprint }: Readonly<Tally>, channel: OpenChannel): void {
  if (model !== null) note.served_model = nameFrom(channel, model)
  if (fingerprint !== null) note.fingerprint = nameFrom(channel, fingerprint)
}

/** Names already checked, by channel; they rarely change. */
const seenNames = new WeakMap<OpenChannel, Map<string, string>>()
const MOST_NAMES = 200

function nameFrom(channel: OpenChannel, name: string): string {
  if (name.length > LONGEST_NAME) return ''
  const whole = channel.whole ?? channel
  const seen = seenNames.get(whole) ?? new Map<string, string>()
  seenNames.set(whole, seen)
  const known = seen.get(name)
  if (known !== undefined) return known
  const clean = redactorOf(channel, URL.canParse(channel.baseUrl) ? channel.baseUrl : 'http://localhost').keys(name)
  if (seen.size >= MOST_NAMES) seen.clear()
  seen.set(name, clean)
  return clean
}

/**
 * Makes an attempt, in a span if calls are traced. The span ends when the attempt fails or the client may get bytes.
 */
export function traceAttempt<Answer extends { status: number }>(
  { trace }: RelayCall,
  channel: Pick<OpenChannel, 'id' | 'type'>,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  return trace ? tracedAttempt(trace, channel, attempt) : attempt()
}

async function tracedAttempt<Answer extends { status: number }>(
  trace: CallTrace,
  { id, type }: Pick<OpenChannel, 'id' | 'type'>,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  const span = trace.attempt({ channel: id, channelType: type })
  try {
    const answer = await attempt()
    span.end({ status: answer.status })
    return answer
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/** Uses only codes and statuses: an upstream's own words may contain anything. */
function failureOf(error: unknown): { status?: number; code: string } {
  if (error instanceof ClientGone) return { code: 'client_gone' }
  const reason = error instanceof AttemptFailure ? error.reason : error
  if (reason instanceof ApiError) return { status: reason.status, code: reason.code }
  return error instanceof AttemptFailure ? { status: error.status, code: 'upstream_error' } : { code: 'internal' }
}
