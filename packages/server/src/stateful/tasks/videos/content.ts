import { sniffMime } from '@tollgate/gateway'
import { readPublicUrl } from '../../../platform/http/public-address.ts'
import type { TaskRow } from '../../../platform/storage/schema.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import type { UpstreamAnswer } from '../../../relay/upstream/call-upstream.ts'
import { callVendor, sendToVendor } from '../call-vendor.ts'
import type { TaskCallContext, TaskHandler } from '../serve-task-call.ts'
import type { TaskChannel, UpstreamTaskRequest, VideoVendor } from '../vendor.ts'
import { vendorOf } from './video-row.ts'
import { findVideo } from './videos.ts'

/** A file from any source, while it arrives. */
interface Source {
  status: number
  contentType: string
  chunks: AsyncIterator<Uint8Array>
  cancel(): void
}

const LIMITS = { connectSeconds: 10, firstByteSeconds: 60, idleSeconds: 60 }
const LARGEST_MIB = 1024
const LARGEST_BYTES = LARGEST_MIB * 1024 * 1024
/** Content types of servers that do not know the file's type. */
const UNTOLD: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream']

/** `GET /v1/videos/{id}/content`: streams the file, only to its owner. */
export const getVideoContent: TaskHandler = async context => {
  const { deps } = context
  const row = await findVideo(context)
  const { task_id: id, status, fail_reason: reason } = row
  if (status === 'FAILURE') throw relayError('task_failed', { id, reason })
  if (status !== 'SUCCESS') throw relayError('task_not_finished', { id })
  const vendor = vendorOf(row)
  const channel = await deps.readTaskChannel(row)
  if (!vendor || !channel) throw relayError('task_channel_gone', { id })
  const source = await sourceOf(row, vendor, channel, context)
  if (source.status !== 200) {
    source.cancel()
    throw relayError('task_result_gone', { id })
  }
  return passOn(source, row, context)
}

async function sourceOf(
  row: TaskRow,
  vendor: VideoVendor,
  channel: TaskChannel,
  { request: { signal }, deps }: TaskCallContext,
): Promise<Source> {
  const request = await vendor.content?.(row, channel, deps)
  if (!request) return atAddress(row.result_url, row, channel, signal, deps)
  if (!vendor.readContent) return fileAt(request, row, channel, signal, deps)
  const { json } = await callVendor(request, channel, { limits: LIMITS, signal }, deps)
  const url = json === undefined ? null : vendor.readContent(json)
  if (!url) throw relayError('task_result_gone', { id: row.task_id })
  return atAddress(url, row, channel, signal, deps)
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Requests a file on the same host with the key, and on another host without it. */
async function fileAt(
  request: UpstreamTaskRequest,
  row: TaskRow,
  channel: TaskChannel,
  signal: AbortSignal,
  deps: TaskCallContext['deps'],
): Promise<Source> {
  const answer = await sendToVendor(request, channel, { limits: LIMITS, signal }, deps)
  const location = REDIRECTS.has(answer.status) ? answer.headers.get('location') : null
  const url = location === null ? null : URL.parse(location, request.url)
  if (!url) return fromUpstream(answer)
  answer.cancel()
  if (url.origin !== new URL(request.url).origin) return atAddress(url.href, row, channel, signal, deps)
  return fromUpstream(await sendToVendor({ ...request, url: url.href }, channel, { limits: LIMITS, signal }, deps))
}

/**
 * Opens the file at the upstream's URL without the channel's key. A host that the operator configured may be private, and the
 * channel's own host is reached through its proxy; any other must be on the public internet.
 */
async function atAddress(
  url: string,
  { task_id: id }: TaskRow,
  channel: TaskChannel,
  signal: AbortSignal,
  deps: TaskCallContext['deps'],
): Promise<Source> {
  const data = /^data:([\w/.+-]{3,60});base64,/.exec(url.slice(0, 100))
  if (data) return inHand(data[1] ?? '', Buffer.from(url.slice(data[0].length), 'base64'))
  const isOperators = URL.parse(channel.baseUrl)?.origin === URL.parse(url)?.origin
  try {
    if (isOperators || channel.setting.proxy) {
      if (!isOperators) readPublicUrl(url)
      const request = { method: 'GET' as const, url, headers: {} }
      return fromUpstream(await sendToVendor(request, channel, { limits: LIMITS, signal }, deps))
    }
    const { status, contentType, chunks, cancel } = await deps.openFile(url, {
      headSeconds: LIMITS.firstByteSeconds,
      idleSeconds: LIMITS.idleSeconds,
    })
    return { status, contentType, chunks: chunks[Symbol.asyncIterator](), cancel }
  } catch (error) {
    deps.log.debug({ err: error, task: id }, 'a video could not be fetched')
    throw relayError('task_result_gone', { id })
  }
}

const inHand = (contentType: string, bytes: Uint8Array): Source => ({
  ...{
    status: 200,
    contentType,
    chunks: (async function* () {
      yield bytes
    })(),
  },
  cancel: () => undefined,
})

const fromUpstream = (answer: UpstreamAnswer): Source => ({
  status: answer.status,
  contentType: answer.headers.get('content-type') ?? '',
  chunks: (async function* () {
    for (let chunk = await answer.read(); chunk; chunk = await answer.read()) yield chunk
  })(),
  cancel: () => answer.cancel(),
})

/** Reads the beginning first, so that only videos are sent. */
async function passOn(source: Source, { task_id: id }: TaskRow, { stays, deps }: TaskCallContext): Promise<Response> {
  const first = await source.chunks.next().catch(() => {
    throw relayError('task_result_gone', { id })
  })
  const told = source.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
  const type = UNTOLD.includes(told) ? sniffed(first.value) : told
  if (first.done || !type.startsWith('video/')) {
    source.cancel()
    throw relayError('task_result_wrong_type', { id, kind: 'video' })
  }
  const leave = stays()
  let left = LARGEST_BYTES
  let next: IteratorResult<Uint8Array> | undefined = first
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done }: IteratorResult<Uint8Array> = next ?? (await source.chunks.next())
          next = undefined
          if (done) {
            leave()
            return controller.close()
          }
          left -= value.length
          if (left < 0) throw relayError('task_result_too_large', { id, limit: `${LARGEST_MIB} MiB` })
          controller.enqueue(value)
        } catch (error) {
          deps.log.debug({ err: error, task: id }, 'a video was interrupted')
          source.cancel()
          leave()
          controller.error(error)
        }
      },
      cancel() {
        source.cancel()
        leave()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, { headers: { 'content-type': type, 'cache-control': 'private, max-age=3600' } })
}

/** Returns the type by the first bytes: MPEG-4 and WebM have signatures, and so do pictures and audio. */
function sniffed(bytes: Uint8Array | undefined): string {
  const head = Buffer.from(bytes?.subarray(0, 64) ?? [])
  if (head.toString('latin1', 4, 8) === 'ftyp') return 'video/mp4'
  if (head.length >= 4 && head.readUInt32BE(0) === 0x1a45dfa3) return 'video/webm'
  return sniffMime(head.toString('base64')) ?? ''
}
