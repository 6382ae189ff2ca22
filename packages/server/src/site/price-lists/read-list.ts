import { type ConsoleLanguage, reasonMessage } from '@tollgate/contract'
import { complexityOf, type PriceList, priceListAddresses, providerOf, readPriceList } from '@tollgate/gateway'
import { findChannel } from '../../channels/channels/store.ts'
import { readSetting } from '../../channels/models/listing-channel.ts'
import type { PriceListHead } from '../../money/price-lists/store.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import { AddressRefused } from '../../platform/http/public-address.ts'
import { TooLong } from '../../platform/http/too-long.ts'
import { timeLimit } from '../../platform/process/time-limit.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { openSetting } from '../../relay/candidates/channel-setting.ts'
import { connectionError } from '../../relay/upstream/connection-error.ts'
import { send } from '../../relay/upstream/transports/index.ts'
import type { SiteContext } from '../context.ts'

const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
const HEADERS = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Tollgate' }

type ListSource = Pick<PriceListHead, 'channel_id' | 'address'>
/** `signal` ends the reading when the caller leaves. */
export interface Reader {
  app: Pick<SiteContext, 'db' | 'secrets' | 'outbound' | 'prices'>
  language: ConsoleLanguage
  signal: AbortSignal
}

interface Answer {
  status: number
  /** null: it is too long. */
  body: Uint8Array | null
}
type Ask = (url: string, signal: AbortSignal) => Promise<Answer>

/**
 * Reads the price list of a channel's upstream or of an address. Sends no key: published lists need none. A typed
 * address must be public; a channel's is read through the channel's own proxy.
 * @throws ApiError
 */
export async function readList(source: ListSource, reader: Reader): Promise<PriceList> {
  const { address, ask } = await placeOf(source, reader.app)
  let failure: ApiError | undefined
  for (const url of priceListAddresses(address)) {
    const list = await readAt(url, ask, reader).catch(asApiError)
    if (!(list instanceof ApiError)) return list
    // An answer that is not a list says more than no answer from the other addresses.
    if (!failure || list.code === 'price_list_unreadable') failure = list
    if (list.code === 'price_list_address_refused') break
  }
  throw failure
}

async function placeOf({ channel_id, address }: ListSource, { db, secrets, outbound }: Reader['app']) {
  if (channel_id === 0) return { address, ask: byOutbound(outbound) }
  const row = await findChannel(db, channel_id)
  if (!row) throw consoleError('channel_not_found')
  const base = row.base_url || providerOf(row.type)?.baseUrl || ''
  if (!URL.canParse(base)) throw consoleError('channel_base_url_invalid')
  return { address: base, ask: byProxy(readSetting(openSetting(row.setting, secrets)).proxy) }
}

const byOutbound =
  (outbound: SiteContext['outbound']): Ask =>
  (url, signal) =>
    outbound.fetch(url, { headers: HEADERS, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })

const byProxy =
  (proxy: string): Ask =>
  async (url, signal) => {
    const response = await send({ url, headers: HEADERS, method: 'GET', body: '', proxy, signal })
    return { status: response.status, body: await bounded(response) }
  }

async function bounded(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readAt(url: string, ask: Ask, { app, language, signal }: Reader): Promise<PriceList> {
  const limit = AbortSignal.any([timeLimit(TIMEOUT_MS), signal])
  const { status, body } = await ask(url, limit).catch((error: unknown) => {
    throw asFailure(error, limit, language)
  })
  if (status !== 200) throw consoleError('price_list_not_fetched', { reason: `${new URL(url).pathname}: ${status}` })
  if (body === null || complexityOf()(body)) throw tooLong()
  const list = readPriceList(parsed(body), model => {
    const price = app.prices.standardOf(model)
    return price?.kind === 'tokens' ? price.completionRatio : undefined
  })
  if ('reason' in list) throw consoleError('price_list_unreadable', { reason: reasonMessage(list.reason, language) })
  return list
}

function asFailure(error: unknown, limit: AbortSignal, language: ConsoleLanguage): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof AddressRefused) return consoleError('price_list_address_refused', {}, 'address')
  if (error instanceof TooLong) return tooLong()
  const failure = limit.aborted
    ? relayError('upstream_silent', { seconds: TIMEOUT_MS / 1000 })
    : connectionError(error, '')
  return consoleError('price_list_not_fetched', { reason: failure.sentence(language) })
}

const tooLong = () =>
  consoleError('price_list_unreadable', { reason: { code: 'too_long', parameters: { max: MAX_BYTES } } })

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
