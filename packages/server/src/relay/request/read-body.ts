import type { Transform } from 'node:stream'
import { promisify } from 'node:util'

import { brotliDecompress, createBrotliDecompress, createGunzip, gunzip } from 'node:zlib'
import { BodyTooSlow, joined, readSteadily, type Steadiness, steadyReader } from '../../http/steady-body.ts'
import { relayError } from '../errors/relay-error.ts'
import { nextTurn } from '../upstream/share-loop.ts'
import { inspectAside } from './large-body/inspect-aside.ts'
import type { Inspected, Sent } from './large-body/inspect-body.ts'
import type { MemoryHold } from './memory-budget.ts'

const BODY_LIMIT_BYTES = 64 * 1024 * 1024
const LIMIT = '64 MiB'

/** A body is there as it came, as text and as it goes up, each for a while. */
const COPIES = 3
/** What is packed smaller than this is unpacked in one go, as long as it comes to no more than the second figure. */
const SMALL_PACKED_BYTES = 64 * 1024
const SMALL_UNPACKED_BYTES = 1024 * 1024

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

interface Decompressor {
  atOnce: Decompress
  stream(): Transform
}

const decompressors: Record<string, Decompressor> = {
  gzip: { atOnce: promisify(gunzip) as Decompress, stream: createGunzip },
  br: { atOnce: promisify(brotliDecompress) as Decompress, stream: createBrotliDecompress },
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Longer ones are read in a thread of their own: the work they make would hold up other calls. */
const LONGEST_READ_AT_ONCE_BYTES = 256 * 1024

/**
 * The request's body as text, decompressed, at most 64 MiB either way, counted as it grows; of a large one also what is
 * known of it.
 *
 * @throws ApiError
 */
export async function readBody(
  request: Request,
  asked: Pick<Sent, 'format' | 'forbiddenWords'>,
  memory: MemoryHold,
  steadiness: Steadiness,
): Promise<string | Inspected> {
  const sent = await readWithinLimit(request, memory, steadiness)
  const body = await decompress(sent, request.headers.get('content-encoding'), memory)
  if (body.length > LONGEST_READ_AT_ONCE_BYTES) {
    const inspected = await inspectAside({ ...asked, bytes: body })
    await nextTurn()
    return inspected
  }
  try {
    return utf8.decode(body)
  } catch {
    throw relayError('body_not_decodable', { encoding: 'UTF-8' })
  }
}

async function readWithinLimit(request: Request, memory: MemoryHold, steadiness: Steadiness): Promise<Uint8Array> {
  const announced = request.headers.get('content-length')
  try {
    if (announced !== null || !request.body) {
      const bytes = Number(announced ?? 0)
      if (bytes > BODY_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
      memory.grow(bytes * COPIES)
      return await readSteadily(request, bytes, steadiness)
    }
    let size = 0
    return await joined(steadyReader(request.body, steadiness), bytes => {
      size += bytes
      if (size > BODY_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
      memory.grow(bytes * COPIES)
    })
  } catch (error) {
    throw error instanceof BodyTooSlow ? relayError('body_too_slow') : error
  }
}

async function decompress(body: Uint8Array, encodingHeader: string | null, memory: MemoryHold): Promise<Uint8Array> {
  const encoding = encodingHeader?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return body
  const decompressor = Object.hasOwn(decompressors, encoding) ? decompressors[encoding] : undefined
  if (!decompressor) throw relayError('body_encoding_unknown', { encoding })
  const small = body.length <= SMALL_PACKED_BYTES ? await unpackSmall(body, decompressor, encoding) : null
  if (small) memory.grow(small.length * COPIES)
  return small ?? (await unpack(body, decompressor.stream(), encoding, memory))
}

/** null: it comes to more than is unpacked uncounted. */
async function unpackSmall(body: Uint8Array, { atOnce }: Decompressor, encoding: string): Promise<Uint8Array | null> {
  try {
    return await atOnce(body, { maxOutputLength: SMALL_UNPACKED_BYTES })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw relayError('body_not_decodable', { encoding })
  }
}

/** Piece by piece, so that what does not fit is never there. */
async function unpack(body: Uint8Array, stream: Transform, encoding: string, memory: MemoryHold): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  stream.on('data', (piece: Uint8Array) => {
    try {
      size += piece.length
      if (size > BODY_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
      memory.grow(piece.length * COPIES)
      pieces.push(piece)
    } catch (error) {
      reject(error)
      stream.destroy()
    }
  })
  stream.once('end', resolve).once('error', () => reject(relayError('body_not_decodable', { encoding })))
  stream.end(body)
  await promise
  return Buffer.concat(pieces)
}
