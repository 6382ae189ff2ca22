import {
  type Follower,
  type Following,
  maskKeys,
  readUpstreamError,
  type Tally,
  type UpstreamError,
} from '@tollgate/gateway'
import type { OpenChannel } from './channel-index.ts'
import { Refusal, refuse } from './refusal.ts'
import { callUpstream, type TimeLimits, type UpstreamAnswer } from './upstream.ts'
import type { Watchdog } from './watchdog.ts'

const ANSWER_LIMIT_BYTES = 64 * 1024 * 1024

/** An answer that came whole. */
export interface WholeAnswer {
  kind: 'whole'
  status: number
  contentType: string
  bytes: Uint8Array
  tally: Tally
}

/** An answer that began to stream: its first bytes are there and are no error. */
export interface StreamAnswer {
  kind: 'stream'
  status: number
  contentType: string
  upstream: UpstreamAnswer
  follower: Follower
  /** What the first chunk left for the client; null: nothing yet. */
  firstBytes: Uint8Array | null
}

/** A try that did not get an answer out of a channel, before any byte reached the client. */
export class AttemptFailure extends Error {
  override name = 'AttemptFailure'

  constructor(
    readonly reason: Refusal | UpstreamError,
    /** The upstream's own error body, free of keys, when it is in its dialect's form. */
    readonly ownBody: string | null,
    readonly retryAfter: string | null,
  ) {
    super('the upstream did not answer')
  }

  get status(): number {
    return this.reason.status
  }
}

export interface Try {
  channel: OpenChannel
  url: string
  headers: Record<string, string>
  body: string
  isStream: boolean
  /** The usage frame was asked for by the gateway: the client does not see it. */
  hideUsage: boolean
  following: Following
  limits: TimeLimits
  clientSignal: AbortSignal
}

/**
 * One try on one channel, up to the point where bytes may go to the client.
 *
 * @throws AttemptFailure | ClientGone
 */
export async function attempt(one: Try, watchdog: Watchdog): Promise<WholeAnswer | StreamAnswer> {
  const upstream = await callUpstream(one, watchdog).catch(asFailure)
  const contentType = upstream.headers.get('content-type') ?? ''
  if (upstream.status < 200 || upstream.status >= 300) throw await readFailure(one.channel, upstream, contentType)
  if (contentType.startsWith('text/html')) {
    upstream.cancel()
    throw new AttemptFailure(refuse('upstream_not_readable'), null, null)
  }
  const isStream = one.isStream && !contentType.startsWith('application/json')
  return isStream || contentType.startsWith('text/event-stream')
    ? beginStream(one, upstream, contentType)
    : takeWhole(one, upstream, contentType)
}

async function beginStream(one: Try, upstream: UpstreamAnswer, contentType: string): Promise<StreamAnswer> {
  const follower = one.following.stream({ hideUsage: one.hideUsage })
  const first = await upstream.read().catch(asFailure)
  if (!first) throw new AttemptFailure(refuse('upstream_empty'), null, null)
  const firstBytes = follower.push(first)
  const { error, produced } = follower.tally
  if (error && !produced) {
    upstream.cancel()
    throw new AttemptFailure(error, null, null)
  }
  return { kind: 'stream', status: upstream.status, contentType, upstream, follower, firstBytes }
}

async function takeWhole(one: Try, upstream: UpstreamAnswer, contentType: string): Promise<WholeAnswer> {
  const bytes = await readAll(upstream).catch(asFailure)
  if (bytes.byteLength === 0) throw new AttemptFailure(refuse('upstream_empty'), null, null)
  const tally = one.following.whole(new TextDecoder().decode(bytes))
  if (tally.error) throw new AttemptFailure(tally.error, null, null)
  return { kind: 'whole', status: upstream.status, contentType, bytes, tally }
}

async function readFailure(
  channel: OpenChannel,
  upstream: UpstreamAnswer,
  contentType: string,
): Promise<AttemptFailure> {
  const body = new TextDecoder().decode(await readAll(upstream).catch(() => new Uint8Array()))
  const secrets = [channel.key, hostOf(channel.baseUrl)]
  const error = readUpstreamError(upstream.status, body, contentType, secrets)
  const ownBody = isErrorObject(body) ? maskKeys(body, secrets) : null
  return new AttemptFailure(error, ownBody, upstream.headers.get('retry-after'))
}

async function readAll(upstream: UpstreamAnswer): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await upstream.read(); chunk; chunk = await upstream.read()) {
    size += chunk.byteLength
    if (size > ANSWER_LIMIT_BYTES) {
      upstream.cancel()
      throw refuse('upstream_too_large', { limit: '64 MiB' })
    }
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** A client that left stays a client that left; everything else is a failure of this try. */
function asFailure(error: unknown): never {
  throw error instanceof Refusal ? new AttemptFailure(error, null, null) : error
}

function isErrorObject(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && 'error' in parsed
  } catch {
    return false
  }
}

const hostOf = (baseUrl: string): string => (URL.canParse(baseUrl) ? new URL(baseUrl).host : '')
