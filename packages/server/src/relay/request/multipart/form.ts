import {
  AmbiguousMember,
  boundaryOf,
  countFrames,
  editForm,
  type FormEdits,
  growthBy,
  MalformedForm,
  newSeen,
  passedSeconds,
  readFormFields,
  readMembersOf,
  type Stage,
  soundSeconds,
} from '@tollgate/gateway'
import { type Steadiness, steadyReader } from '../../../http/steady-body.ts'
import type { RelayEndpoint } from '../../endpoints.ts'
import { relayError } from '../../errors/relay-error.ts'
import type { MemoryHold } from '../memory-budget.ts'
import { replayable } from './replayable-body.ts'
import { IN_MEMORY_BYTES } from './spool.ts'

/** A multipart form that is sent on as received. Its files are not kept in memory: they stream through a spool. */
export interface Form {
  contentType: string
  /** The small fields read so far, as JSON. */
  text: string
  /** The length of its audio file in seconds, as far as it was read or announced. */
  soundSeconds(): number
  /** So far. */
  bytes(): number
  /** So far. */
  files(): number
  /**
   * Reads all of it into memory.
   *
   * @param onBytes called before bytes of files are kept
   * @throws ApiError
   */
  contents(onBytes: (bytes: number) => void): Promise<FormContents>
  /** The names of the fields read so far. */
  fieldNames(): string[]
  /**
   * The whole form, with edited fields.
   *
   * @param isRefused the names of fields that end the form where they come after those read so far
   */
  body(edits: FormEdits, isRefused?: (name: string) => boolean): FormBody
  close(): Promise<void>
}

/** A form with its files. */
export interface FormContents {
  fields: readonly { name: string; value: string }[]
  files: readonly { name: string; filename?: string; bytes: Uint8Array }[]
}

export interface FormBody {
  chunks: AsyncIterable<Uint8Array>
  /** Undefined: unknown before all was read. */
  bytes: number | undefined
}

const UPLOAD_LIMIT_BYTES = 256 * 1024 * 1024
const LIMIT = '256 MiB'
/** Files that go up in another format are held whole. */
const HELD_LIMIT_BYTES = 32 * 1024 * 1024
const HELD_LIMIT = '32 MiB'

/**
 * Reads a form until the model is known. Null: the request is no form.
 *
 * @throws ApiError
 */
export async function readForm(
  request: Request,
  { form: patience, format }: Pick<RelayEndpoint, 'form' | 'format'>,
  memory: MemoryHold,
  steadiness: Steadiness,
): Promise<Form | null> {
  const contentType = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(contentType)
  if (boundary === null || !request.body) return null
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity') throw relayError('body_encoding_unknown', { encoding })
  const announced = request.headers.has('content-length') ? Number(request.headers.get('content-length')) : undefined
  if ((announced ?? 0) > UPLOAD_LIMIT_BYTES) throw relayError('body_too_large', { limit: LIMIT })

  const frames = countFrames()
  const reader = readFormFields(boundary, ({ name }, bytes) => name === AUDIO_FILE && frames.push(bytes))
  let remaining = UPLOAD_LIMIT_BYTES
  // Files are spooled to disk; their beginning and their newest chunk are in memory.
  memory.grow(2 * IN_MEMORY_BYTES)
  const upload = replayable(steadyReader(request.body, steadiness), chunk => {
    remaining -= chunk.length
    if (remaining < 0) throw relayError('body_too_large', { limit: LIMIT })
    try {
      reader.push(chunk)
      refuseAmbiguous()
    } catch (error) {
      throw malformed(error)
    }
  })
  /** A field named twice could be charged by one value and served by the other. */
  const read = newSeen(readMembersOf(format))
  let seenFields = 0
  let seenFiles = 0
  const refuseAmbiguous = (): void => {
    for (; seenFields < reader.fields.length; seenFields++) read(reader.fields[seenFields]?.name ?? '')
    for (; seenFiles < reader.files.length; seenFiles++) {
      const { name } = reader.files[seenFiles] ?? { name: '' }
      // several images are allowed
      if (!REPEATABLE.has(name)) read(name)
    }
  }
  const hasModel = () => reader.fields.some(({ name }) => name === 'model')
  const audioFile = () => reader.files.find(({ name }) => name === AUDIO_FILE)
  /** A text too long to be kept is among the files. */
  const fieldNames = () => [...reader.fields, ...reader.files].map(({ name }) => name)
  const isEnough = () => patience === 'model' && hasModel() && audioFile() !== undefined
  try {
    for await (const _chunk of upload.read()) if (isEnough() || reader.isDone) break
    if (!reader.isDone && !isEnough()) throw malformed(new MalformedForm('it breaks off'))
  } catch (error) {
    await upload.close()
    throw error
  }

  return {
    contentType,
    text: JSON.stringify(Object.fromEntries(reader.fields.map(({ name, value }) => [name, typedField(name, value)]))),
    soundSeconds() {
      const file = audioFile()
      if (!file) return 0
      if (reader.isDone) return passedSeconds(file.head, file.bytes, frames)
      const remainingBytes = Math.max(0, (announced ?? 0) - upload.bytes)
      return soundSeconds(file.head, file.bytes + remainingBytes)
    },
    bytes: () => upload.bytes,
    files: () => reader.files.length,
    async contents(onBytes) {
      const held = new Map<object, { name: string; filename?: string; chunks: Uint8Array[] }>()
      let size = 0
      const filled = readFormFields(boundary, (file, bytes) => {
        size += bytes.length
        if (size > HELD_LIMIT_BYTES) throw relayError('body_too_large', { limit: HELD_LIMIT })
        onBytes(bytes.length)
        const { name, filename } = file
        held
          .getOrInsert(file, { name, ...(filename !== undefined && { filename }), chunks: [] })
          .chunks.push(bytes.slice())
      })
      for await (const chunk of upload.read()) filled.push(chunk)
      if (!filled.isDone) throw malformed(new MalformedForm('it breaks off'))
      const files = [...held.values()].map(({ chunks, ...file }) => ({ ...file, bytes: Buffer.concat(chunks) }))
      return { fields: filled.fields, files }
    },
    fieldNames,
    body(edits, isRefused = () => false) {
      const known = fieldNames().filter(isRefused).length
      const checked = () => checkLateFields(upload.read(), fieldNames, known, isRefused)
      if (edits.size === 0) return { chunks: checked(), bytes: announced }
      // the length is known once no edited field can still arrive
      const isLengthKnown = reader.isDone || [...edits.keys()].every(name => name === 'model' && hasModel())
      return {
        chunks: through(editForm(boundary, edits), checked()),
        bytes:
          isLengthKnown && announced !== undefined ? announced + growthBy(edits, boundary, reader.fields) : undefined,
      }
    },
    close: upload.close,
  }
}

/** Passes a form's chunks while its later fields are read, and ends it at one that is refused. */
async function* checkLateFields(
  chunks: AsyncIterable<Uint8Array>,
  names: () => string[],
  known: number,
  isRefused: (name: string) => boolean,
) {
  for await (const chunk of chunks) {
    const refused = names().filter(isRefused).length
    if (refused > known)
      throw relayError('ask_refused', { reason: 'a field that chooses another model must come before the file' })
    yield chunk
  }
}

/** The field of the file to transcribe. */
const AUDIO_FILE = 'file'
const REPEATABLE: ReadonlySet<string> = new Set(['image', 'image[]'])

function malformed(error: unknown): unknown {
  if (error instanceof MalformedForm) return relayError('body_not_form', { reason: error.message })
  return error instanceof AmbiguousMember ? relayError('member_ambiguous', { member: error.member }) : error
}

async function* through(stage: Stage<Uint8Array, Uint8Array>, chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) yield* stage.push(chunk)
  yield* stage.end()
}

/** Form fields are text; gives the fields the relay reads the types they have in JSON. */
export function typedField(name: string, value: string): unknown {
  if (name === 'stream') return value === 'true'
  if (name === 'n') return Number(value)
  return value
}
