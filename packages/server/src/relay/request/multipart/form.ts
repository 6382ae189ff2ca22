import {
  AmbiguousMember,
  boundaryOf,
  type FormEdits,
  type FormReader,
  MalformedForm,
  measureSound,
  newSeen,
  readFormFields,
  readMembersOf,
  rewriteForm,
  rewrittenBytes,
  type SoundForm,
  type Stage,
} from '@tollgate/gateway'
import { type Steadiness, steadyReader } from '../../../platform/http/steady-body.ts'
import type { RelayEndpoint } from '../../call/endpoints.ts'
import type { MemoryHold } from '../../call/memory-budget.ts'
import { relayError } from '../../call/relay-error.ts'
import { replayable } from './replayable-body.ts'
import { IN_MEMORY_BYTES } from './spool.ts'

/** A multipart form that has arrived and is sent on. A spool holds its files, not memory. */
export interface Form {
  contentType: string
  /** Its small fields, as JSON. */
  text: string
  /** The length of the audio that it is charged by; 0: there is none. */
  soundSeconds(): number
  bytes(): number
  files(): number
  /**
   * Reads all of it into memory.
   *
   * @param onBytes called before bytes of files are kept
   * @throws ApiError
   */
  contents(onBytes: (bytes: number) => void): Promise<FormContents>
  /** The names of all fields and files. */
  fieldNames(): string[]
  /** The whole form, with edited fields. */
  body(edits: FormEdits): FormBody
  close(): Promise<void>
}

/** A form with its files. */
export interface FormContents {
  fields: readonly { name: string; value: string }[]
  files: readonly { name: string; filename?: string; bytes: Uint8Array }[]
}

export interface FormBody {
  chunks: AsyncIterable<Uint8Array>
  bytes: number
}

const UPLOAD_LIMIT_BYTES = 256 * 1024 * 1024
const LIMIT = '256 MiB'
/** Callers without a balance may send what fits in memory, because a model may be free. */
const UNPAID_LIMIT_BYTES = IN_MEMORY_BYTES
/** Files that are converted are held whole in memory. */
const HELD_LIMIT_BYTES = 32 * 1024 * 1024
const HELD_LIMIT = '32 MiB'

/** The sender of a request body. */
export interface Sender {
  steadiness: Steadiness
  /** Whether the caller has any balance left. */
  canPay(): Promise<boolean>
}

/**
 * Reads a form to its end. null: the request is not a form.
 *
 * @throws ApiError
 */
export async function readForm(
  request: Request,
  { sound, format }: Pick<RelayEndpoint, 'sound' | 'format'>,
  memory: MemoryHold,
  { steadiness, canPay }: Sender,
): Promise<Form | null> {
  const contentType = request.headers.get('content-type') ?? ''
  const boundary = boundaryOf(contentType)
  if (boundary === null || !request.body) return null
  const encoding = request.headers.get('content-encoding')
  if (encoding && encoding !== 'identity') throw relayError('body_encoding_unknown', { encoding })
  if (Number(request.headers.get('content-length') ?? 0) > UPLOAD_LIMIT_BYTES)
    throw relayError('body_too_large', { limit: LIMIT })

  const meter = measureSound()
  const reader = readFormFields(boundary, ({ name }, bytes) => name === sound?.file && meter.push(bytes))
  let remaining = UPLOAD_LIMIT_BYTES
  // Files are spooled to disk; only their beginning and newest chunk are in memory.
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
  /** Includes long text fields, which are kept among the files. */
  const fieldNames = () => [...reader.fields, ...reader.files].map(({ name }) => name)
  try {
    let mayBeLong = false
    for await (const _chunk of upload.read()) {
      mayBeLong ||= upload.bytes > UNPAID_LIMIT_BYTES && (await canPay())
      if (upload.bytes > UNPAID_LIMIT_BYTES && !mayBeLong) throw relayError('balance_empty')
    }
    if (!reader.isDone) throw malformed(new MalformedForm('it breaks off'))
    if (sound) refuseOtherSounds(reader, sound)
  } catch (error) {
    await upload.close()
    throw error
  }

  const written = `form-${crypto.randomUUID()}`
  return {
    contentType: `multipart/form-data; boundary=${written}`,
    text: JSON.stringify(Object.fromEntries(reader.fields.map(({ name, value }) => [name, typedField(name, value)]))),
    soundSeconds: () => meter.seconds,
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
    body(edits) {
      return {
        chunks: through(rewriteForm(boundary, written, edits), upload.read()),
        bytes: rewrittenBytes(reader, written, edits),
      }
    },
    close: upload.close,
  }
}

/**
 * Refuses fields that could make the upstream use other audio than the file that is charged. Switches and small numbers
 * cannot name any.
 *
 * @throws ApiError
 */
function refuseOtherSounds({ fields, files }: Pick<FormReader, 'fields' | 'files'>, sound: SoundForm): void {
  const other =
    files.find(({ name }) => name !== sound.file) ??
    fields.find(({ name, value }) => name === sound.file || !(sound.fields.has(name) || NAMES_NOTHING.test(value)))
  if (other) throw relayError('sound_not_measured', { field: other.name, file: sound.file })
  if (files.length === 0) throw relayError('file_missing', { field: sound.file })
}

const NAMES_NOTHING = /^(?:true|false|-?\d{1,3}(?:\.\d{1,6})?)?$/i
const REPEATABLE: ReadonlySet<string> = new Set(['image', 'image[]'])

function malformed(error: unknown): unknown {
  if (error instanceof MalformedForm) return relayError('body_not_form', { reason: error.message })
  return error instanceof AmbiguousMember ? relayError('member_ambiguous', { member: error.member }) : error
}

async function* through(stage: Stage<Uint8Array, Uint8Array>, chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) yield* stage.push(chunk)
  yield* stage.end()
}

/**
 * Gives the text fields that the relay reads their JSON types. Some hosts read `1` and `yes` as true and `1_0` as ten, so
 * anything but a plain switch or a plain number stays a text, which is refused.
 */
export function typedField(name: string, value: string): unknown {
  if (name === 'stream') return SWITCHES.get(value.toLowerCase()) ?? value
  if (COUNTS.has(name) && PLAIN_NUMBER.test(value)) return Number(value)
  return value
}

const SWITCHES = new Map([
  ['true', true],
  ['false', false],
])
const COUNTS: ReadonlySet<string> = new Set(['n', 'best_of'])
const PLAIN_NUMBER = /^\d{1,9}$/
