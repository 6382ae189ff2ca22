import { sniffMime } from '@tollgate/gateway'
import { readPublicUrl } from '../../../http/public-address.ts'
import { TooLong } from '../../../http/too-long.ts'
import { relayError } from '../../errors/relay-error.ts'
import type { RelayDeps } from '../../relay-deps.ts'
import { readContentType } from '../../response/content-type.ts'
import { sendToVendor } from '../call-vendor.ts'
import type { TaskChannel } from '../vendor.ts'
import { isPicturePath } from './picture-address.ts'
import { findPictured } from './store.ts'

const LARGEST_MIB = 32
const LARGEST_BYTES = LARGEST_MIB * 1024 * 1024
const LIMITS = { connectSeconds: 10, firstByteSeconds: 30, idleSeconds: 30 }
const TIMEOUT_MS = 60_000

/** No picture that could hold a script. */
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
const UNKNOWN_TYPES: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream']

interface Download {
  status: number
  contentType: string
  bytes: Buffer
}

/**
 * `GET /mj/image/{id}`: the picture of a drawing, for whoever has its signed address.
 *
 * @throws ApiError: the address is forged or expired, or what is there is no picture
 */
export async function showPicture(id: string, request: Request, deps: RelayDeps): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const row = isPicturePath(id, searchParams, deps.now(), deps.secrets) && (await findPictured(deps.tasks.db, id))
  if (!row) throw relayError('picture_not_found')
  const memory = deps.memory.open(row.user_id)
  try {
    memory.grow(LARGEST_BYTES)
    const { status, contentType, bytes } = await download(row.image_url, await deps.readTaskChannel(row), deps)
    if (status !== 200) throw relayError('task_result_gone', { id })
    const type = UNKNOWN_TYPES.includes(contentType) ? sniffed(bytes) : contentType
    if (!TYPES.includes(type)) throw relayError('task_result_wrong_type', { id, kind: 'picture' })
    // What is shown of an unfinished one is soon another.
    const cache = row.is_open ? 'no-store' : 'private, max-age=86400'
    // a buffer of its own, shared with nobody
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type, 'cache-control': cache } })
  } catch (error) {
    throw error instanceof TooLong ? relayError('task_result_too_large', { id, limit: `${LARGEST_MIB} MiB` }) : error
  } finally {
    memory.release()
  }
}

const sniffed = (bytes: Buffer): string => sniffMime(bytes.subarray(0, 64).toString('base64')) ?? ''

/** Where the operator has typed the host, or a proxy in front of it, that may be private; all else is fetched from the public internet alone. */
async function download(url: string, channel: TaskChannel | null, deps: RelayDeps): Promise<Download> {
  const isOperators = channel && URL.parse(channel.baseUrl)?.origin === URL.parse(url)?.origin
  if (isOperators || channel?.setting.proxy) {
    if (!isOperators) readPublicUrl(url)
    return downloadBy(channel, url, deps)
  }
  try {
    const headers = { accept: 'image/*', 'user-agent': 'Tollgate' }
    const limits = { timeoutMs: TIMEOUT_MS, maxBytes: LARGEST_BYTES }
    const { status, headers: told, body } = await deps.outbound.fetch(url, { headers, ...limits })
    return { status, contentType: typeOf(told['content-type'] ?? null), bytes: body }
  } catch (error) {
    if (error instanceof TooLong) throw error
    deps.log.debug({ err: error }, 'a picture could not be fetched')
    throw relayError('upstream_unreachable')
  }
}

/** Without the channel's key. */
async function downloadBy(channel: TaskChannel, url: string, deps: RelayDeps): Promise<Download> {
  const request = { method: 'GET' as const, url, headers: { accept: 'image/*' } }
  const { signal } = new AbortController()
  const answer = await sendToVendor(request, channel, { limits: LIMITS, signal }, deps)
  const pieces: Uint8Array[] = []
  let size = 0
  for (let piece = await answer.read(); piece; piece = await answer.read()) {
    pieces.push(piece)
    size += piece.length
    if (size <= LARGEST_BYTES) continue
    answer.cancel()
    throw new TooLong(LARGEST_BYTES)
  }
  return {
    status: answer.status,
    contentType: typeOf(answer.headers.get('content-type')),
    bytes: Buffer.concat(pieces),
  }
}

const typeOf = (header: string | null): string => readContentType(header).split(';', 1)[0] ?? ''
