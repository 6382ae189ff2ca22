import { type ProviderCall, splitModelName } from '@tollgate/gateway'
import { relayError } from '../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { redactorOf } from '../../relay/errors/channel-redactor.ts'
import { upstreamFailure } from '../../relay/errors/upstream-failure.ts'
import { readContentType } from '../../relay/response/content-type.ts'
import type { Body } from '../../relay/upstream/body.ts'
import { callUpstream, timeLimits, type UpstreamAnswer } from '../../relay/upstream/call-upstream.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** A call to the host that has a file or a batch. */
export interface StoredCall {
  channel: OpenChannel
  /** The path after the host's address. */
  path: string
  method?: 'GET' | 'DELETE'
  /** The client's headers, some of which are passed on; absent: the request is the gateway's own. */
  clientHeaders?: Headers
  headers?: Record<string, string>
  body?: Body
  /** Its abort ends the call; absent: only the time limits do. */
  signal?: AbortSignal
}

type Deps = Pick<StatefulDeps, 'options' | 'watchdog' | 'inFlight'>

const LONGEST_OBJECT_BYTES = 1024 * 1024
const LONGEST_ERROR_BYTES = 32 * 1024

/** Sends the call and returns the answer with its body unread. @throws AttemptFailure | ApiError | ClientGone */
export async function callStored(stored: StoredCall, deps: Deps): Promise<UpstreamAnswer> {
  const { channel, method, headers, body = '', signal = new AbortController().signal } = stored
  const call = providerCall(stored, deps)
  const url = channel.provider.address(call)
  const upstream = await callUpstream(
    {
      url,
      ...(method && { method }),
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers, ...channel.provider.headers(call) },
      body,
      proxy: channel.setting.proxy,
      limits: timeLimits(deps.options),
      receiver: { signal, readOnMs: () => 0 },
    },
    deps,
  )
  const { status } = upstream
  if (status >= 200 && status < 300) return upstream
  const { bytes, isCut } = await readUpTo(upstream, LONGEST_ERROR_BYTES)
  throw upstreamFailure(channel, {
    url,
    status,
    isCut,
    isOwn: true,
    contentType: readContentType(upstream.headers.get('content-type')),
    body: new TextDecoder().decode(bytes),
    retryAfter: upstream.headers.get('retry-after'),
  })
}

/** Sends the call and reads the object in the answer. */
export async function callForObject(stored: StoredCall, deps: Deps): Promise<Record<string, unknown>> {
  const { bytes, isCut } = await readUpTo(await callStored(stored, deps), LONGEST_OBJECT_BYTES)
  try {
    const read: unknown = isCut ? null : JSON.parse(new TextDecoder().decode(bytes))
    if (typeof read === 'object' && read !== null) return read as Record<string, unknown>
  } catch {
    // not JSON: falls through
  }
  throw relayError('upstream_not_readable')
}

/** Yields the bytes of an answer; ends the call if they are not read to the end. */
export async function* chunksOf(upstream: UpstreamAnswer): AsyncGenerator<Uint8Array, void> {
  let isOver = false
  try {
    for (let chunk = await upstream.read(); chunk; chunk = await upstream.read()) yield chunk
    isOver = true
  } finally {
    if (!isOver) upstream.cancel()
  }
}

/** Redacts the channel's secrets in an upstream's line. */
export function redactedLine(channel: OpenChannel, path: string, line: string, deps: Deps): string {
  const url = channel.provider.address(providerCall({ channel, path }, deps))
  return redactorOf(channel, url).keys(line)
}

/** Returns the upstream's name of a model; null: the name also sets something that a batch cannot express. */
export function plainModelOf(channel: OpenChannel, model: string, format: string, deps: Deps): string | null {
  const name = splitModelName(channel.upstreamModel(model), format, deps.options)
  return name.thinking ? null : name.model
}

function providerCall({ channel, path, clientHeaders = new Headers() }: StoredCall, { options }: Deps): ProviderCall {
  const format = channel.provider.batches?.formats[0] ?? 'openai-chat'
  const named = { model: '', clientModel: '', clientUrl: 'http://localhost/' }
  return { channel, format, path, ...named, isStream: false, isConverted: false, clientHeaders, options }
}

async function readUpTo(upstream: UpstreamAnswer, most: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(upstream)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) break
  }
  return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: size > most }
}
