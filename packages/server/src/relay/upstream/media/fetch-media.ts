import { kindOfMime, type MediaByAddress, type MediaPart, type MediaToFetch, sniffMime } from '@tollgate/gateway'
import type { ApiError } from '../../../platform/http/api-error.ts'
import type { Outbound } from '../../../platform/http/outbound.ts'
import { TooLong } from '../../../platform/http/too-long.ts'
import { timeLimit } from '../../../platform/process/time-limit.ts'
import { relayError } from '../../call/relay-error.ts'
import { ClientGone } from '../../errors/client-gone.ts'
import { type Download, download } from './download.ts'
import { makeSlots, type Slots } from './slots.ts'

/**
 * Fetches a request's media, each URL once, however many channels are tried.
 *
 * @throws ApiError naming the first that cannot be fetched | ClientGone
 */
export type FetchMedia = (media: readonly MediaToFetch[]) => Promise<ReadonlyMap<MediaPart, MediaPart>>

const AT_ONCE = 16
const AT_ONCE_PER_USER = 4
const MOST_PER_CALL = 20
const CALL_TIMEOUT_MS = 30_000
const LARGEST_BYTES = 20 * 1024 * 1024
const LARGEST_CALL_BYTES = 48 * 1024 * 1024

/** Makes a fetcher for one call. The number of concurrent fetches is limited, in total and for each user. */
export type MediaFetchers = (userId: number, clientSignal: AbortSignal) => FetchMedia

export function mediaFetchers(outbound: Outbound): MediaFetchers {
  const slots = makeSlots(AT_ONCE)
  const slotsOfUsers = new Map<number, Slots>()
  return (userId, clientSignal) => {
    const downloads = new Map<string, Promise<Download>>()
    let remaining = LARGEST_CALL_BYTES
    let timeout: AbortSignal | undefined

    async function fetchNow(url: string): Promise<Download> {
      timeout ??= timeLimit(CALL_TIMEOUT_MS)
      const signal = AbortSignal.any([clientSignal, timeout])
      const ownSlots = slotsOfUsers.getOrInsertComputed(userId, () => makeSlots(AT_ONCE_PER_USER))
      const file = await ownSlots(signal, () =>
        slots(signal, () => download(url, { maxBytes: Math.min(LARGEST_BYTES, remaining), signal }, outbound)),
      )
      remaining -= file.bytes.length
      return file
    }

    const fetchOnce = (url: string): Promise<Download> => {
      const known = downloads.get(url)
      if (known) return known
      const started = fetchNow(url)
      downloads.set(url, started)
      return started
    }

    return async media => {
      if (media.length > MOST_PER_CALL) throw relayError('media_too_many', { limit: MOST_PER_CALL })
      const pairs = media.map(async ({ part, name }) => {
        const file = await fetchOnce(part.source.url).catch((error: unknown) => {
          throw clientSignal.aborted ? new ClientGone() : fetchError(error, name)
        })
        return [part, withData(part, file, name)] as const
      })
      return new Map(await Promise.all(pairs))
    }
  }
}

/** Reveals nothing about the host, not even that its address is private. */
const fetchError = (error: unknown, part: string): ApiError =>
  error instanceof TooLong
    ? relayError('media_too_large', { part, limit: `${LARGEST_BYTES / 1024 / 1024} MiB` })
    : relayError('media_unreachable', { part })

function withData(part: MediaByAddress, { status, contentType, bytes }: Download, name: string): MediaPart {
  if (status < 200 || status >= 300) throw relayError('media_not_given', { part: name, status })
  const base64 = bytes.toString('base64')
  const mime = UNKNOWN_TYPES.has(contentType) ? (sniffMime(base64) ?? part.mime) : contentType
  const isOfItsKind = part.kind === 'file' || kindOfMime(mime) === part.kind
  if (bytes.length === 0 || !isOfItsKind) throw relayError('media_wrong_type', { part: name, kind: part.kind })
  return { ...part, source: { type: 'data', base64 }, mime }
}

const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
