import { balanceCallOf } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { AttemptFailure, upstreamFailure } from '../../relay/errors/upstream-failure.ts'
import type { RelayDeps } from '../../relay/relay-deps.ts'
import { callUpstream, timeLimits } from '../../relay/upstream/call-upstream.ts'

export type BalanceDeps = Pick<RelayDeps, 'options' | 'watchdog' | 'inFlight' | 'now'>

/** The limit of an answer. */
const LONGEST_BYTES = 256 * 1024

/**
 * Asks a channel's provider for the remaining balance, through the channel's own proxy. Follows no redirects, because
 * the request carries the key.
 * @returns US dollars, or the provider's own unit
 * @throws ApiError if its type or the provider reports none; ClientGone when the signal is aborted
 */
export async function askBalance(channel: OpenChannel, signal: AbortSignal, deps: BalanceDeps): Promise<number> {
  const call = balanceCallOf(channel.type)
  const { type, key, baseUrl, provider } = channel
  // a plan has no balance
  if (!call || provider.plans?.[baseUrl]) throw consoleError('channel_balance_unsupported')
  const asked = { type, key, baseUrl, usualBaseUrl: provider.baseUrl ?? '' }
  const facts = { now: deps.now(), price: deps.options.get('Price') }
  const answers: unknown[] = []
  for (let request = call.ask(asked, answers, facts); request; request = call.ask(asked, answers, facts))
    answers.push(await ask(request, channel, signal, deps).catch(throwAsConsoleError))
  const balance = call.read(answers, facts)
  if (balance === null) throw consoleError('channel_balance_unreadable')
  return balance
}

/** @throws ApiError | AttemptFailure | ClientGone */
async function ask(
  { url, headers }: { url: string; headers: Record<string, string> },
  channel: OpenChannel,
  signal: AbortSignal,
  { options, watchdog, inFlight }: BalanceDeps,
): Promise<unknown> {
  const answer = await callUpstream(
    {
      url,
      headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
      method: 'GET',
      body: '',
      proxy: channel.setting.proxy,
      limits: timeLimits(options),
      receiver: { signal, readOnMs: () => 0 },
    },
    { watchdog, inFlight },
  )
  const { status } = answer
  const chunks: Uint8Array[] = []
  let size = 0
  for (let chunk = await answer.read(); chunk; chunk = await answer.read()) {
    size += chunk.length
    if (size > LONGEST_BYTES) {
      answer.cancel()
      throw consoleError('channel_balance_unreadable')
    }
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks).toString()
  if (status < 200 || status >= 300) {
    const contentType = answer.headers.get('content-type') ?? ''
    throw upstreamFailure(channel, { url, status, contentType, body, isCut: false, retryAfter: null, isOwn: false })
  }
  try {
    return JSON.parse(body)
  } catch {
    throw consoleError('channel_balance_unreadable')
  }
}

/** Throws the provider's own words, without keys and hosts. */
function throwAsConsoleError(error: unknown): never {
  if (error instanceof AttemptFailure && !(error.reason instanceof ApiError))
    throw consoleError('channel_balance_refused', { reason: error.reason.message })
  throw error
}
