import { boundaryOf, MalformedForm, readFormFields } from '@tollgate/gateway'
import { BodyTooSlow, type Steadiness, steadyReader } from '../../platform/http/steady-body.ts'
import { randomText } from '../../platform/process/random-text.ts'
import type { MemoryHold } from '../../relay/call/memory-budget.ts'
import { relayError } from '../../relay/call/relay-error.ts'
import { IN_MEMORY_BYTES, makeSpool, type Spool } from '../../relay/request/multipart/spool.ts'

/** A client's file, on disk. */
export interface Upload {
  filename: string
  /** The other fields of the form. */
  fields: ReadonlyMap<string, string>
  content: Spool
}

const UPLOAD_LIMIT_BYTES = 256 * 1024 * 1024
const LIMIT = '256 MiB'

/** Reads a form with one file. The caller closes its content. @throws ApiError */
export async function readUpload(request: Request, memory: MemoryHold, steadiness: Steadiness): Promise<Upload> {
  const boundary = boundaryOf(request.headers.get('content-type') ?? '')
  if (boundary === null || !request.body)
    throw relayError('body_not_form', { reason: 'its content type is not multipart/form-data' })
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity') throw relayError('body_encoding_unknown', { encoding })
  if (Number(request.headers.get('content-length') ?? 0) > UPLOAD_LIMIT_BYTES)
    throw relayError('body_too_large', { limit: LIMIT })

  memory.grow(2 * IN_MEMORY_BYTES)
  const content = makeSpool()
  const pieces: Uint8Array[] = []
  const form = readFormFields(boundary, ({ name }, bytes) => name === 'file' && pieces.push(bytes))
  const source = steadyReader(request.body, steadiness)
  let size = 0
  try {
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      size += chunk.length
      if (size > UPLOAD_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })
      form.push(chunk)
      for (const piece of pieces.splice(0)) await content.append(piece)
    }
    if (!form.isDone) throw new MalformedForm('it breaks off')
    const names = [...form.fields, ...form.files].map(({ name }) => name)
    const twice = names.find((name, at) => names.indexOf(name) < at)
    if (twice !== undefined) throw relayError('member_ambiguous', { member: twice })
    const file = form.files.find(({ name }) => name === 'file')
    if (!file) throw relayError('file_missing', { field: 'file' })
    const fields = new Map(form.fields.map(({ name, value }) => [name, value]))
    return { filename: safeName(file.filename), fields, content }
  } catch (error) {
    await source.cancel()
    await content.close()
    if (error instanceof BodyTooSlow) throw relayError('body_too_slow')
    throw error instanceof MalformedForm ? relayError('body_not_form', { reason: error.message }) : error
  }
}

/** Replaces quotes and line ends, which would end the header. */
const safeName = (name = 'file'): string => name.replace(/["\\\r\n\0]/g, '_').slice(0, 255) || 'file'

/** Writes a form with the file for an upstream, with a known length. */
export function writeUpload(fields: ReadonlyMap<string, string>, filename: string, content: Spool) {
  const boundary = `tollgate-${randomText(32)}`
  const parts = [...fields].map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const disposition = `form-data; name="file"; filename="${filename}"`
  const head = `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`
  const before = Buffer.from(parts.join('') + head)
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(before.length + content.bytes + after.length),
    },
    async *body(): AsyncGenerator<Uint8Array, void> {
      yield before
      yield* readSpool(content)
      yield after
    },
  }
}

export async function* readSpool(spool: Spool): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < spool.bytes; ) {
    const piece = await spool.read(at)
    at += piece.length
    yield piece
  }
}
