import { boundaryOf, MalformedForm, readMultipart, soundSeconds } from '@tollgate/gateway'
import { refuse } from '../refusal.ts'
import { replayable } from './replayable.ts'

/** A form that goes on as it came. Its files are never held; they pass, or are put aside to pass again. */
export interface Form {
  contentType: string
  /** The small fields that have passed so far, as JSON. */
  text: string
  /** Length of its file as a sound, as far as it has passed or is announced. */
  soundSeconds(): number
  /** So far. */
  bytes(): number
  /** The whole form, the model called by a name. */
  body(model: string): FormBody
  close(): Promise<void>
}

export interface FormBody {
  chunks: AsyncIterable<Uint8Array>
  /** Undefined: the client did not say. */
  bytes: number | undefined
}

/** How much of a form must have passed before it can go on: all of it where the price depends on its fields. */
export type FormPatience = 'model' | 'all'

const UPLOAD_LIMIT_BYTES = 256 * 1024 * 1024
const LIMIT = '256 MiB'

/**
 * A form, read until the model is known; null: the request is no form.
 *
 * @throws Refusal
 */
export async function readForm(request: Request, patience: FormPatience): Promise<Form | null> {
  const contentType = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(contentType)
  if (boundary === null || !request.body) return null
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity') throw refuse('body_encoding_unknown', { encoding })
  const announced = request.headers.has('content-length') ? Number(request.headers.get('content-length')) : undefined
  if ((announced ?? 0) > UPLOAD_LIMIT_BYTES) throw refuse('body_too_large', { limit: LIMIT })

  const reader = readMultipart(boundary)
  let left = UPLOAD_LIMIT_BYTES
  const upload = replayable(request.body, chunk => {
    left -= chunk.length
    if (left < 0) throw refuse('body_too_large', { limit: LIMIT })
    reader.push(chunk)
  })
  const modelField = () => reader.fields.findLast(({ name }) => name === 'model')
  const isEnough = () => patience === 'model' && modelField() !== undefined && reader.files.length > 0
  try {
    for await (const _chunk of upload.read()) if (isEnough() || reader.isDone) break
    if (!reader.isDone && !isEnough()) throw new MalformedForm('it breaks off')
  } catch (error) {
    await upload.close()
    if (error instanceof MalformedForm) throw refuse('body_not_form', { reason: error.message })
    throw error
  }

  return {
    contentType,
    text: JSON.stringify(Object.fromEntries(reader.fields.map(({ name, value }) => [name, typed(name, value)]))),
    soundSeconds() {
      const [file] = reader.files
      if (!file) return 0
      const stillToCome = reader.isDone ? 0 : Math.max(0, (announced ?? 0) - upload.bytes)
      return soundSeconds(file.head, file.bytes + stillToCome)
    },
    bytes: () => upload.bytes,
    body(model) {
      const field = modelField()
      const written = Buffer.from(field ? model : partOf(boundary, 'model', model))
      const [start, end] = field ? [field.start, field.end] : [0, 0]
      return {
        chunks: spliced(upload.read(), start, end, written),
        bytes: announced === undefined ? undefined : announced + written.length - (end - start),
      }
    },
    close: upload.close,
  }
}

const partOf = (boundary: string, name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Fields of a form are text; these are read as what the JSON endpoints call them. */
function typed(name: string, value: string): unknown {
  if (name === 'stream') return value === 'true'
  if (name === 'n') return Number(value)
  return value
}

/** The bytes with those from one offset to another replaced. */
async function* spliced(chunks: AsyncIterable<Uint8Array>, start: number, end: number, replacement: Uint8Array) {
  let at = 0
  let isReplaced = false
  for await (const chunk of chunks) {
    const [before, after] = [chunk.subarray(0, Math.max(0, start - at)), chunk.subarray(Math.max(0, end - at))]
    if (before.length > 0 && at < start) yield before
    if (!isReplaced && at + chunk.length >= start) {
      isReplaced = true
      yield replacement
    }
    if (after.length > 0) yield after
    at += chunk.length
  }
}
