import { sniffMime } from '@tollgate/gateway'
import type { OpenedFile } from '../../../platform/http/open-file.ts'
import { readPublicUrl } from '../../../platform/http/public-address.ts'
import { isPicturePath } from '../../../records/drawing-log/picture-address.ts'
import type { MemoryHold } from '../../../relay/call/memory-budget.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import { readContentType } from '../../../relay/response/content-type.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import { sendToVendor } from '../call-vendor.ts'
import type { TaskChannel } from '../vendor.ts'
import { findPictured } from './store.ts'

const LARGEST_MIB = 32
const LIMITS = { connectSeconds: 10, firstByteSeconds: 30, idleSeconds: 30 }

/** Only types that cannot contain a script. */
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
const UNKNOWN_TYPES: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream']

/**
 * `GET /mj/image/{id}`: the picture of a drawing, for anyone with its signed URL.
 *
 * @throws ApiError if the URL is forged or expired, or there is no picture
 */
export async function showPicture(id: string, request: Request, deps: StatefulDeps): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const row = isPicturePath(id, searchParams, deps.now(), deps.secrets) && (await findPictured(deps.tasks.db, id))
  if (!row) throw relayError('picture_not_found')
  const file = await openPicture(row.image_url, id, await deps.readTaskChannel(row), deps)
  const memory = deps.memory.open(row.user_id)
  try {
    if (file.status !== 200) throw relayError('task_result_gone', { id })
    const bytes = await readPicture(file, id, memory)
    const told = readContentType(file.contentType).split(';', 1)[0] ?? ''
    const type = UNKNOWN_TYPES.includes(told) ? sniffed(bytes) : told
    if (!TYPES.includes(type)) throw relayError('task_result_wrong_type', { id, kind: 'picture' })
    // The picture of an unfinished drawing will change.
    const cache = row.is_open ? 'no-store' : 'private, max-age=86400'
    return new Response(bytes, { headers: { 'content-type': type, 'cache-control': cache } })
  } finally {
    file.cancel()
    memory.release()
  }
}

const sniffed = (bytes: Uint8Array): string => sniffMime(Buffer.from(bytes.subarray(0, 64)).toString('base64')) ?? ''

/**
 * Opens the picture without the channel's key. A host that the operator configured may be private, and the channel's own host
 * is reached through its proxy; any other must be on the public internet.
 */
async function openPicture(
  url: string,
  id: string,
  channel: TaskChannel | null,
  deps: StatefulDeps,
): Promise<OpenedFile> {
  const isOperators = channel && URL.parse(channel.baseUrl)?.origin === URL.parse(url)?.origin
  try {
    if (isOperators || channel?.setting.proxy) {
      if (!isOperators) readPublicUrl(url)
      return await openBy(channel, url, deps)
    }
    return await deps.openFile(url, { headSeconds: LIMITS.firstByteSeconds, idleSeconds: LIMITS.idleSeconds })
  } catch (error) {
    deps.log.debug({ err: error, task: id }, 'a picture could not be fetched')
    throw relayError('task_result_gone', { id })
  }
}

async function openBy(channel: TaskChannel, url: string, deps: StatefulDeps): Promise<OpenedFile> {
  const request = { method: 'GET' as const, url, headers: {} }
  const { signal } = new AbortController()
  const answer = await sendToVendor(request, channel, { limits: LIMITS, signal }, deps)
  const chunks = (async function* () {
    for (let chunk = await answer.read(); chunk; chunk = await answer.read()) yield chunk
  })()
  const contentType = answer.headers.get('content-type') ?? ''
  return { status: answer.status, contentType, chunks, cancel: () => answer.cancel() }
}

/** Reads all of it, to be sure that it is a picture. @throws ApiError */
async function readPicture({ chunks }: OpenedFile, id: string, memory: MemoryHold): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > LARGEST_MIB * 1024 * 1024) throw relayError('task_result_too_large', { id, limit: `${LARGEST_MIB} MiB` })
    memory.grow(chunk.length)
    pieces.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
