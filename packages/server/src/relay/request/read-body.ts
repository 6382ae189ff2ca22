import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  gunzip,
  inflate,
  zstdDecompress,
} from 'node:zlib'
import {
  BodyTooSlow,
  READ_WHOLE_BYTES,
  readSteadily,
  type Steadiness,
  type SteadyReader,
  steadyReader,
} from '../../platform/http/steady-body.ts'
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { MemoryHold } from '../call/memory-budget.ts'
import { relayError } from '../call/relay-error.ts'
import type { BodyToInspect, Inspected } from './large-body/inspect-body.ts'
import { inspectInThread, lookAtBeginning } from './large-body/inspection-pool.ts'
import { collectSegments } from './large-body/segments.ts'

const BODY_LIMIT_BYTES = 64 * 1024 * 1024
const LIMIT = '64 MiB'

/** A body is in memory three times for a while: as received, as text and as sent upstream. */
const COPIES = 3
/** Compressed bodies up to the first size are decompressed at once, unless the result exceeds the second. */
const SMALL_COMPRESSED_BYTES = 64 * 1024
const SMALL_DECOMPRESSED_BYTES = 1024 * 1024

/** Enough of a body to see whether it has far too many members, long before the rest arrives. */
const BEGINNING_BYTES = 4 * 1024 * 1024

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

interface Decompressor {
  atOnce: Decompress
  stream(): Transform
}

/** Limits the memory that a sender can demand: a window of 8 MiB. https://www.rfc-editor.org/rfc/rfc9659 */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } }

const decompressors: Record<string, Decompressor> = {
  gzip: { atOnce: promisify(gunzip) as Decompress, stream: createGunzip },
  deflate: { atOnce: promisify(inflate) as Decompress, stream: createInflate },
  br: { atOnce: promisify(brotliDecompress) as Decompress, stream: createBrotliDecompress },
  zstd: {
    atOnce: (body, options) => promisify(zstdDecompress)(body, { ...options, ...ZSTD_WINDOW }),
    stream: () => createZstdDecompress(ZSTD_WINDOW),
  },
}

const TAKEN = Object.keys(decompressors).join(', ')

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Longer bodies are inspected in a thread, so that they do not delay other calls. */
export const LONGEST_READ_AT_ONCE_BYTES = 256 * 1024

/**
 * Reads the request's body as decompressed text, at most 64 MiB before and after decompression. Counts its memory as it grows.
 * For a large body, also returns the inspection result.
 *
 * @throws ApiError
 */
export async function readBody(
  request: Request,
  inspection: Pick<BodyToInspect, 'format' | 'forbiddenWords'>,
  memory: MemoryHold,
  steadiness: Steadiness,
): Promise<string | Inspected> {
  const encoding = encodingOf(request)
  let received: Uint8Array | Uint8Array[]
  try {
    received = await receive(request, encoding === '', memory, steadiness)
  } catch (error) {
    throw error instanceof BodyTooSlow ? relayError('body_too_slow') : error
  }
  const sent = Array.isArray(received) ? received : [received]
  const pieces = encoding === '' ? sent : await decompress(sent, encoding, memory)
  if (sizeOf(pieces) > LONGEST_READ_AT_ONCE_BYTES) {
    const inspected = await inspectInThread({ ...inspection, pieces })
    await yieldToEventLoop()
    return inspected
  }
  try {
    return utf8.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  } catch {
    throw relayError('body_not_decodable', { encoding: 'UTF-8' })
  }
}

const sizeOf = (pieces: Uint8Array[]): number => pieces.reduce((size, piece) => size + piece.length, 0)

/** @throws ApiError | BodyTooSlow */
function receive(
  request: Request,
  isPlain: boolean,
  memory: MemoryHold,
  steadiness: Steadiness,
): Promise<Uint8Array | Uint8Array[]> {
  const announced = request.headers.get('content-length')
  const bytes = Number(announced ?? 0)
  if (bytes > BODY_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
  // Reading `request.body` turns it into a stream.
  const body = announced !== null && bytes <= READ_WHOLE_BYTES ? null : request.body
  memory.grow(bytes * COPIES)
  return body
    ? readInSegments(steadyReader(body, steadiness), isPlain, growing(memory, announced === null))
    : readSteadily(request, bytes, steadiness)
}

/** Counts the memory of a body as it grows. */
function growing(memory: MemoryHold, isUncounted: boolean): (size: number) => void {
  let grown = 0
  return size => {
    if (size > BODY_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
    if (isUncounted) memory.grow(size - grown)
    grown = size
  }
}

/**
 * Reads a long body without joining it. Stops reading if the beginning is too complex.
 *
 * @param see called with the size so far
 */
async function readInSegments(
  reader: SteadyReader,
  isPlain: boolean,
  see: (size: number) => void,
): Promise<Uint8Array[]> {
  const segments = collectSegments()
  const refused = Promise.withResolvers<null>()
  let looksAt: Promise<unknown> | undefined
  try {
    const next = () => Promise.race([reader.read(), refused.promise])
    for (let chunk = await next(); chunk; chunk = await next()) {
      see(segments.size + chunk.length)
      segments.add(chunk)
      if (!isPlain || looksAt || segments.size < BEGINNING_BYTES) continue
      const beginning = segments.pieces().map(piece => piece.slice())
      looksAt = lookAtBeginning(beginning).catch(refused.reject)
    }
    await (looksAt && Promise.race([looksAt, refused.promise]))
  } catch (error) {
    await reader.cancel()
    throw error
  }
  return segments.pieces()
}

/** Returns the content encoding; empty: none. */
function encodingOf({ headers }: Request): string {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  return encoding === 'identity' ? '' : encoding
}

async function decompress(received: Uint8Array[], encoding: string, memory: MemoryHold): Promise<Uint8Array[]> {
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
  if (!decompressor) throw relayError('body_encoding_unknown', { encoding, taken: TAKEN })
  const isSmall = sizeOf(received) <= SMALL_COMPRESSED_BYTES
  const small = isSmall ? await decompressSmall(Buffer.concat(received), decompressor, encoding) : null
  if (small) memory.grow(small.length * COPIES)
  return small ? [small] : await decompressInPieces(received, decompressor.stream(), encoding, memory)
}

/** Returns null if the result is too large to be decompressed uncounted. */
async function decompressSmall(
  body: Uint8Array,
  { atOnce }: Decompressor,
  encoding: string,
): Promise<Uint8Array | null> {
  try {
    return await atOnce(body, { maxOutputLength: SMALL_DECOMPRESSED_BYTES })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw relayError('body_not_decodable', { encoding })
  }
}

/** Decompresses piece by piece, so that an oversized body is never in memory. */
async function decompressInPieces(
  body: Uint8Array[],
  stream: Transform,
  encoding: string,
  memory: MemoryHold,
): Promise<Uint8Array[]> {
  const segments = collectSegments()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stream.on('data', (piece: Uint8Array) => {
    try {
      if (segments.size + piece.length > BODY_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
      memory.grow(piece.length * COPIES)
      segments.add(piece)
    } catch (error) {
      reject(error)
      stream.destroy()
    }
  })
  stream.once('end', resolve).once('error', () => reject(relayError('body_not_decodable', { encoding })))
  for (const piece of body) stream.write(piece)
  stream.end()
  await promise
  return segments.pieces()
}
