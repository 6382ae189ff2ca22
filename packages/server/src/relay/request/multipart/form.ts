import {
  AmbiguousMember,
  boundaryOf,
  countFrames,
  editForm,
  type Format,
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
import { relayError } from '../../errors/relay-error.ts'
import type { MemoryHold } from '../memory-budget.ts'
import { IN_MEMORY_BYTES } from './keep-aside.ts'
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
  /** So far. */
  files(): number
  /** The whole form, with some fields otherwise. */
  body(edits: FormEdits): FormBody
  close(): Promise<void>
}

export interface FormBody {
  chunks: AsyncIterable<Uint8Array>
  /** Undefined: not known before all has passed. */
  bytes: number | undefined
}

/** How much of a form must have passed before it can go on: all of it where the price depends on its fields. */
export type FormPatience = 'model' | 'all'

const UPLOAD_LIMIT_BYTES = 256 * 1024 * 1024
const LIMIT = '256 MiB'

/**
 * A form, read until the model is known; null: the request is no form.
 *
 * @throws ApiError
 */
export async function readForm(
  request: Request,
  { form: patience, format }: { form?: FormPatience; format: Format },
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
  const reader = readFormFields(boundary, ({ name }, bytes) => name === SOUND && frames.push(bytes))
  let left = UPLOAD_LIMIT_BYTES
  // Files wait on disk; their beginning, and the newest of them, are in memory.
  memory.grow(2 * IN_MEMORY_BYTES)
  const upload = replayable(steadyReader(request.body, steadiness), chunk => {
    left -= chunk.length
    if (left < 0) throw relayError('body_too_large', { limit: LIMIT })
    try {
      reader.push(chunk)
      refuseAmbiguous()
    } catch (error) {
      throw malformed(error)
    }
  })
  /** What is charged for must be what is served. */
  const read = newSeen(readMembersOf(format))
  let seenFields = 0
  let seenFiles = 0
  const refuseAmbiguous = (): void => {
    for (; seenFields < reader.fields.length; seenFields++) read(reader.fields[seenFields]?.name ?? '')
    for (; seenFiles < reader.files.length; seenFiles++) {
      const { name } = reader.files[seenFiles] ?? { name: '' }
      // pictures may be several
      if (!MANY.has(name)) read(name)
    }
  }
  const hasModel = () => reader.fields.some(({ name }) => name === 'model')
  const sound = () => reader.files.find(({ name }) => name === SOUND)
  const isEnough = () => patience === 'model' && hasModel() && sound() !== undefined
  try {
    for await (const _chunk of upload.read()) if (isEnough() || reader.isDone) break
    if (!reader.isDone && !isEnough()) throw malformed(new MalformedForm('it breaks off'))
  } catch (error) {
    await upload.close()
    throw error
  }

  return {
    contentType,
    text: JSON.stringify(Object.fromEntries(reader.fields.map(({ name, value }) => [name, typed(name, value)]))),
    soundSeconds() {
      const file = sound()
      if (!file) return 0
      if (reader.isDone) return passedSeconds(file.head, file.bytes, frames)
      const stillToCome = Math.max(0, (announced ?? 0) - upload.bytes)
      return soundSeconds(file.head, file.bytes + stillToCome)
    },
    bytes: () => upload.bytes,
    files: () => reader.files.length,
    body(edits) {
      if (edits.size === 0) return { chunks: upload.read(), bytes: announced }
      // a field that is still to come may be one of them; a second one is refused
      const isSettled = reader.isDone || [...edits.keys()].every(name => name === 'model' && hasModel())
      return {
        chunks: through(editForm(boundary, edits), upload.read()),
        bytes: isSettled && announced !== undefined ? announced + growthBy(edits, boundary, reader.fields) : undefined,
      }
    },
    close: upload.close,
  }
}

/** The file of a transcription. */
const SOUND = 'file'
const MANY: ReadonlySet<string> = new Set(['image', 'image[]'])

function malformed(error: unknown): unknown {
  if (error instanceof MalformedForm) return relayError('body_not_form', { reason: error.message })
  return error instanceof AmbiguousMember ? relayError('member_ambiguous', { member: error.member }) : error
}

async function* through(stage: Stage<Uint8Array, Uint8Array>, chunks: AsyncIterable<Uint8Array>) {
  for await (const chunk of chunks) yield* stage.push(chunk)
  yield* stage.end()
}

/** Fields of a form are text; these are read as what the JSON endpoints call them. */
function typed(name: string, value: string): unknown {
  if (name === 'stream') return value === 'true'
  if (name === 'n') return Number(value)
  return value
}
