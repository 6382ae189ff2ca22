import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import { inspectAside } from './large-body/inspect-aside.ts'
import type { Inspected, Sent } from './large-body/inspect-body.ts'
import { refuse } from './refusal.ts'

const BODY_LIMIT_BYTES = 64 * 1024 * 1024
const LIMIT = '64 MiB'

type Decompress = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>

const decompressors: Record<string, Decompress> = {
  gzip: promisify(gunzip) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Longer ones are read in a thread of their own: the work they make would hold up other calls. */
const LONGEST_READ_AT_ONCE_BYTES = 256 * 1024

/** The request's body as text, decompressed, at most 64 MiB either way; of a large one also what is known of it. */
export async function readBody(
  request: Request,
  asked: Pick<Sent, 'format' | 'forbiddenWords'>,
): Promise<string | Inspected> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT_BYTES)
    throw refuse('body_too_large', { limit: LIMIT })
  const sent = await readWithinLimit(request)
  const encoding = encodingOf(request)
  const body = sent.length > LONGEST_READ_AT_ONCE_BYTES ? null : await decompress(sent, encoding)
  if (!body) return inspectAside({ ...asked, bytes: sent, encoding, limitBytes: BODY_LIMIT_BYTES })
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

/** @throws Refusal */
function encodingOf(request: Request): string {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return ''
  if (!Object.hasOwn(decompressors, encoding)) throw refuse('body_encoding_unknown', { encoding })
  return encoding
}

/** Null: it is large. */
async function decompress(body: Uint8Array, encoding: string): Promise<Uint8Array | null> {
  try {
    return (await decompressors[encoding]?.(body, { maxOutputLength: LONGEST_READ_AT_ONCE_BYTES })) ?? body
  } catch (error) {
    if (error instanceof RangeError) return null
    throw refuse('body_not_decodable', { encoding })
  }
}
