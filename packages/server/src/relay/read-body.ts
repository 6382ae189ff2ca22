import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { refuse } from './refusal.ts'

const BODY_LIMIT_BYTES = 64 * 1024 * 1024
const LIMIT = '64 MiB'

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const decompressors: Record<string, Decompress> = {
  gzip: promisify(gunzip) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The request's body as text, decompressed, at most 64 MiB either way. */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES)
    throw refuse('body_too_large', { limit: LIMIT })
  const sent = await readWithinLimit(request)
  const body = await decompress(sent, request.headers.get('content-encoding'))
  try {
    return utf8.decode(body)
  } catch {
    throw refuse('body_not_decodable', { encoding: 'UTF-8' })
  }
}

async function readWithinLimit(request: Request): Promise<Uint8Array> {
  if (request.headers.has('content-length') || !request.body) return request.bytes()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > BODY_LIMIT_BYTES) throw refuse('body_too_large', { limit: LIMIT })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function decompress(body: Uint8Array, encodingHeader: string | null): Promise<Uint8Array> {
  const encoding = encodingHeader?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return body
  const decompressor = decompressors[encoding]
  if (!decompressor) throw refuse('body_encoding_unknown', { encoding })
  try {
    return await decompressor(body, { maxOutputLength: BODY_LIMIT_BYTES })
  } catch (error) {
    if (error instanceof RangeError) throw refuse('body_too_large', { limit: LIMIT })
    throw refuse('body_not_decodable', { encoding })
  }
}
