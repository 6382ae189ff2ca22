import { callUpstream, type TimeLimits, type UpstreamAnswer } from '../../relay/upstream/call-upstream.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { TaskChannel, UpstreamTaskRequest } from './vendor.ts'

/** A vendor's answer. */
export interface VendorAnswer {
  status: number
  retryAfter: string | null
  contentType: string
  /** The part that was read. */
  text: string
  /** Undefined: it is not JSON, or too long. */
  json: unknown
}

type Deps = Pick<StatefulDeps, 'watchdog' | 'inFlight' | 'credentials'>

const LONGEST_ANSWER_BYTES = 4 * 1024 * 1024
const LONGEST_ANSWER_WITH_FILE_BYTES = 128 * 1024 * 1024

/** Sends a call and returns the answer with its body unread. @throws ApiError | ClientGone */
export async function sendToVendor(
  request: UpstreamTaskRequest,
  channel: TaskChannel,
  { limits, signal }: { limits: TimeLimits; signal: AbortSignal },
  deps: Deps,
): Promise<UpstreamAnswer> {
  const { method, url, body = '', credential } = request
  const { proxy } = channel.setting
  const unsigned = { url, headers: request.headers, body: typeof body === 'string' ? body : '', proxy }
  const proof = credential ? await deps.credentials[credential](channel, unsigned) : {}
  return callUpstream(
    {
      url,
      body,
      proxy,
      limits,
      ...(method !== 'POST' && { method }),
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...request.headers, ...proof },
      receiver: { signal, readOnMs: () => 0 },
    },
    deps,
  )
}

/** Sends a call and reads the answer. @throws ApiError | ClientGone */
export async function callVendor(
  request: UpstreamTaskRequest,
  channel: TaskChannel,
  conditions: { limits: TimeLimits; signal: AbortSignal },
  deps: Deps,
): Promise<VendorAnswer> {
  const upstream = await sendToVendor(request, channel, conditions, deps)
  const { bytes, isCut } = await readUpTo(
    upstream,
    request.longAnswer ? LONGEST_ANSWER_WITH_FILE_BYTES : LONGEST_ANSWER_BYTES,
  )
  const text = new TextDecoder().decode(bytes)
  const { status, headers } = upstream
  return {
    status,
    retryAfter: headers.get('retry-after'),
    contentType: headers.get('content-type') ?? '',
    text,
    json: isCut ? undefined : parsed(text),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readUpTo(upstream: UpstreamAnswer, most: number): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await upstream.read(); chunk; chunk = await upstream.read()) {
    chunks.push(chunk)
    size += chunk.length
    if (size <= most) continue
    upstream.cancel()
    return { bytes: Buffer.concat(chunks).subarray(0, most), isCut: true }
  }
  return { bytes: Buffer.concat(chunks), isCut: false }
}
