/** A small field of a form. Offsets are bytes from the body's start; the end is exclusive. */
export interface FormField {
  name: string
  value: string
  start: number
  end: number
}

/** A file of a form, or a field too long to be held. */
export interface FormFile {
  name: string
  /** Its first bytes. */
  head: Uint8Array
  /** So far. */
  bytes: number
}

/** Reads a `multipart/form-data` body as it passes, and holds nothing of it but its small fields. */
export interface MultipartReader {
  /** @throws MalformedForm */
  push(chunk: Uint8Array): void
  readonly fields: readonly FormField[]
  readonly files: readonly FormFile[]
  /** The last part is over. */
  readonly isDone: boolean
}

/** A body that is not the form its content type says. */
export class MalformedForm extends Error {
  override name = 'MalformedForm'
}

const HEAD_BYTES = 4_096
const LONGEST_FIELD_BYTES = 256 * 1024
const LONGEST_PART_HEAD_BYTES = 16 * 1024
const MOST_PARTS = 1_000
const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The boundary a content type names; null: it is no form. https://www.rfc-editor.org/rfc/rfc7578 */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

export function readMultipart(boundary: string): MultipartReader {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const fields: FormField[] = []
  const files: FormFile[] = []
  let state: 'value' | 'delimited' | 'head' | 'done' = 'value'
  // the first delimiter may stand at the very start, without a line before it
  let rest: Buffer = Buffer.from('\r\n')
  let restStart = -2
  /** The part whose value is passing; undefined: what stands before the first. */
  let part: Part | undefined

  const drop = (count: number) => {
    rest = rest.subarray(count)
    restStart += count
  }
  /** The value goes on, up to so many bytes of what is held. */
  const pass = (count: number) => {
    if (part && count > 0) {
      take(part, rest.subarray(0, count))
      if (!part.held && !files.includes(part.file)) files.push(part.file)
    }
    drop(count)
  }
  const close = () => {
    if (part?.held) fields.push({ name: part.name, value: part.held.toString(), start: part.start, end: restStart })
  }

  /** Whether there is more to be read in what is held. */
  function step(): boolean {
    switch (state) {
      case 'value': {
        const at = rest.indexOf(delimiter)
        pass(at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at)
        if (at < 0) return false
        close()
        drop(delimiter.length)
        state = 'delimited'
        return true
      }
      case 'delimited':
        if (rest.length < 2) return false
        state = rest[0] === 0x2d && rest[1] === 0x2d ? 'done' : 'head'
        return true
      case 'head': {
        const at = rest.indexOf(END_OF_HEAD)
        if (at < 0 && rest.length > LONGEST_PART_HEAD_BYTES) throw new MalformedForm('a part has no end of its head')
        if (at < 0) return false
        const head = rest.subarray(0, at).toString()
        drop(at + END_OF_HEAD.length)
        part = openPart(head, restStart)
        if (fields.length + files.length >= MOST_PARTS) throw new MalformedForm(`it has over ${MOST_PARTS} parts`)
        state = 'value'
        return true
      }
      case 'done':
        return false
    }
  }

  return {
    push(chunk) {
      if (state === 'done') return
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      while (step());
    },
    fields,
    files,
    get isDone() {
      return state === 'done'
    },
  }
}

/** A part whose value is passing. */
interface Part {
  name: string
  start: number
  /** Its bytes while it is a small field; null: it is a file. */
  held: Buffer | null
  file: FormFile
}

function openPart(head: string, start: number): Part {
  const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(head)?.[1] ?? ''
  const name = /;\s*name="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]
  if (name === undefined) throw new MalformedForm('a part has no name')
  const isFile = /;\s*filename\*?=/i.test(disposition)
  return { name, start, held: isFile ? null : Buffer.alloc(0), file: { name, head: new Uint8Array(), bytes: 0 } }
}

function take(part: Part, bytes: Buffer): void {
  const { file } = part
  if (file.head.length < HEAD_BYTES) {
    file.head = Buffer.concat([file.head, bytes.subarray(0, HEAD_BYTES - file.head.length)])
  }
  file.bytes += bytes.length
  if (part.held) part.held = file.bytes > LONGEST_FIELD_BYTES ? null : Buffer.concat([part.held, bytes])
}
