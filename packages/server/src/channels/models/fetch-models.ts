import type { ConsoleLanguage } from '@tollgate/contract'
import { modelListRequest, readModelList, readUpstreamError } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { timeLimit } from '../../platform/process/time-limit.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { redactorOf } from '../../relay/errors/channel-redactor.ts'
import { connectionError } from '../../relay/upstream/connection-error.ts'
import { send } from '../../relay/upstream/transports/index.ts'
import type { ChannelsContext } from '../context.ts'
import type { ListingChannel } from './listing-channel.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 8 * 1024 * 1024
const LONGEST_ERROR_BYTES = 32 * 1024

/** The caller: `signal` ends the call when they leave. */
interface Asker {
  app: Pick<ChannelsContext, 'options'>
  language: ConsoleLanguage
  signal: AbortSignal
}

/**
 * Asks a channel's upstream for its models and returns their names, sorted. Uses the channel's proxy, follows no
 * redirect because the request carries the key, and bounds the answer's size and time.
 * @throws ApiError with the upstream's own words, without its key and host
 */
export async function fetchModels(channel: ListingChannel, { app, language, signal }: Asker): Promise<string[]> {
  const request = modelListRequest(channel, app.options)
  if (!request) throw consoleError('channel_models_not_listed', { type: channel.provider.name }, 'type')
  const { proxy } = channel.setting
  const failed = (reason: string) => consoleError('channel_models_not_fetched', { reason })
  const bounded = AbortSignal.any([timeLimit(TIMEOUT_MS), signal])
  try {
    const response = await send({ ...request, method: 'GET', body: '', proxy, signal: bounded })
    if (!response.ok) {
      const { text } = await beginning(response, LONGEST_ERROR_BYTES)
      const type = response.headers.get('content-type')
      throw failed(readUpstreamError(response.status, text, type, redactorOf(channel, request.url)).message)
    }
    const { text, isCut } = await beginning(response, MAX_BYTES)
    const names = isCut ? null : readModelList(parsed(text))
    if (!names) throw relayError('upstream_not_readable')
    return names
  } catch (error) {
    if (error instanceof ApiError && error.code === 'channel_models_not_fetched') throw error
    if (bounded.aborted) throw failed(relayError('upstream_silent', { seconds: TIMEOUT_MS / 1000 }).sentence(language))
    throw failed(connectionError(error, proxy).sentence(language))
  }
}

async function beginning(response: Response, most: number): Promise<{ text: string; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > most) break
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks).subarray(0, most)), isCut: size > most }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
