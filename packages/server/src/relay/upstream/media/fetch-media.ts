import { kindOfMime, type MediaByAddress, type MediaPart, type MediaToFetch, sniffMime } from '@tollgate/gateway'
import type { ApiError } from '../../../api-error.ts'
import { type Outbound, TooLong } from '../../../http/outbound.ts'
import type { Options } from '../../../options/index.ts'
import { ClientGone } from '../../errors/client-gone.ts'
import { relayError } from '../../errors/relay-error.ts'
import { type Download, download } from './download.ts'
import { makeSlots, type Slots } from './slots.ts'

/**
 * Fetches media of one request, each address once, however many channels are tried.
 *
 * @throws ApiError naming the first that cannot be had | ClientGone
 */
export type FetchMedia = (media: readonly MediaToFetch[]) => Promise<ReadonlyMap<MediaPart, MediaPart>>

const AT_ONCE = 16
const AT_ONCE_PER_USER = 4
const MOST_PER_CALL = 20
const CALL_PATIENCE_MS = 30_000
const LARGEST_BYTES = 20 * 1024 * 1024
const LARGEST_CALL_BYTES = 48 * 1024 * 1024

/** One for each call. Together they fetch a bounded number of files at once, of one user a few. */
export type MediaFetchers = (userId: number, clientSignal: AbortSignal) => FetchMedia

export function mediaFetchers(deps: { outbound: Outbound; options: Options }): MediaFetchers {
  const slots = makeSlots(AT_ONCE)
  const slotsOfUsers = new Map<number, Slots>()
  return (userId, clientSignal) => {
    const downloads = new Map<string, Promise<Download>>()
    let left = LARGEST_CALL_BYTES
    let patience: AbortSignal | undefined

    async function fetchNow(url: string): Promise<Download> {
      patience ??= AbortSignal.timeout(CALL_PATIENCE_MS)
      const signal = AbortSignal.any([clientSignal, patience])
      const ownSlots = slotsOfUsers.getOrInsertComputed(userId, () => makeSlots(AT_ONCE_PER_USER))
      const file = await ownSlots(signal, () =>
        slots(signal, () => download(url, { maxBytes: Math.min(LARGEST_BYTES, left), signal }, deps)),
      )
      left -= file.bytes.length
      return file
    }

    const fetchOnce = (url: string): Promise<Download> => {
      const known = downloads.get(url)
      if (known) return known
      const begun = fetchNow(url)
      downloads.set(url, begun)
      return begun
    }

    return async media => {
      if (media.length > MOST_PER_CALL) throw relayError('media_too_many', { limit: MOST_PER_CALL })
      const pairs = media.map(async ({ part, name }) => {
        const file = await fetchOnce(part.source.url).catch((error: unknown) => {
          throw clientSignal.aborted ? new ClientGone() : whyNot(error, name)
        })
        return [part, withData(part, file, name)] as const
      })
      return new Map(await Promise.all(pairs))
    }
  }
}

/** Where its host stands, or that it stands inside, is nobody's business. */
const whyNot = (error: unknown, part: string): ApiError =>
  error instanceof TooLong
    ? relayError('media_too_large', { part, limit: `${LARGEST_BYTES / 1024 / 1024} MiB` })
    : relayError('media_unreachable', { part })

function withData(part: MediaByAddress, { status, contentType, bytes }: Download, name: string): MediaPart {
  if (status < 200 || status >= 300) throw relayError('media_not_given', { part: name, status })
  const base64 = bytes.toString('base64')
  const mime = TELLS_NOTHING.has(contentType) ? (sniffMime(base64) ?? part.mime) : contentType
  const isOfItsKind = part.kind === 'file' || kindOfMime(mime) === part.kind
  if (bytes.length === 0 || !isOfItsKind) throw relayError('media_wrong_type', { part: name, kind: part.kind })
  return { ...part, source: { type: 'data', base64 }, mime }
}

const TELLS_NOTHING: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
