import { type FormPart, splitForm } from './split.ts'

/** A small field of a form. */
export interface FormField extends FormPart {
  value: string
  /** Of its value. */
  bytes: number
}

/** A file of a form, or a field too long to hold. */
export interface FormFile extends FormPart {
  /** The first bytes. */
  head: Uint8Array
  /** Number of bytes so far. */
  bytes: number
}

/** Reads a `multipart/form-data` body as it passes, and holds only its small fields. */
export interface FormReader {
  /** @throws MalformedForm */
  push(chunk: Uint8Array): void
  readonly fields: readonly FormField[]
  readonly files: readonly FormFile[]
  /** The last part has ended. */
  readonly isDone: boolean
}

const HEAD_BYTES = 4_096
const LONGEST_FIELD_BYTES = 256 * 1024

/** @param hear called with the bytes of files as they pass */
export function readForm(boundary: string, hear?: (file: FormFile, bytes: Uint8Array) => void): FormReader {
  const splitter = splitForm(boundary)
  const fields: FormField[] = []
  const files: FormFile[] = []
  let isDone = false
  /** The part whose value is passing; undefined: the preamble. */
  let part: Part | undefined

  const close = () => {
    if (part?.held) {
      const { head: _head, ...field } = part.file
      fields.push({ ...field, value: part.held.toString() })
    }
    part = undefined
  }

  return {
    push(chunk) {
      if (isDone) return
      for (const piece of splitter.push(chunk)) {
        if (piece.type === 'bytes') {
          if (part) take(part, Buffer.from(piece.bytes))
          if (part && !part.held && files.at(-1) !== part.file) files.push(part.file)
          if (part && !part.held) hear?.(part.file, piece.bytes)
          continue
        }
        close()
        if (piece.type === 'end') isDone = true
        else part = openPart(piece.part)
      }
    },
    fields,
    files,
    get isDone() {
      return isDone
    },
  }
}

/** A part whose value is passing. */
interface Part {
  /** The bytes of a small field; null: it is a file. */
  held: Buffer | null
  file: FormFile
}

const openPart = (part: FormPart): Part => ({
  held: part.isFile ? null : Buffer.alloc(0),
  file: { ...part, head: new Uint8Array(), bytes: 0 },
})

function take(part: Part, bytes: Buffer): void {
  const { file } = part
  if (file.head.length < HEAD_BYTES) {
    file.head = Buffer.concat([file.head, bytes.subarray(0, HEAD_BYTES - file.head.length)])
  }
  file.bytes += bytes.length
  if (part.held) part.held = file.bytes > LONGEST_FIELD_BYTES ? null : Buffer.concat([part.held, bytes])
}
