import type { Stage } from '../stage.ts'

/** The information in a part's header. */
export interface FormPart {
  name: string
  isFile: boolean
  /** Absent: none. */
  filename?: string
  contentType?: string
}

/** A piece of a form. */
export type FormPiece =
  | { type: 'part'; part: FormPart }
  /** Bytes of a part's value, or of the preamble or epilogue. */
  | { type: 'bytes'; bytes: Uint8Array }
  /** The last part has ended. */
  | { type: 'end' }

/** A body that is not the form its content type claims. */
export class MalformedForm extends Error {
  override name = 'MalformedForm'
}

const LONGEST_HEAD_BYTES = 16 * 1024
const MOST_PARTS = 1_000
const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

/** Returns the boundary of a content type; null: it is not a form. https://www.rfc-editor.org/rfc/rfc7578 */
export function boundaryOf(contentType: string): string | null {
  if (!/^multipart\/form-data\b/i.test(contentType)) return null
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  return quoted ?? bare ?? null
}

/**
 * Splits a `multipart/form-data` body into its pieces as it passes, and holds back at most a header. Its stages throw
 * MalformedForm.
 */
export function splitForm(boundary: string): Stage<Uint8Array, FormPiece> {
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  let state: 'value' | 'delimited' | 'over' = 'value'
  // the first delimiter may be at the very start, without a line break before it
  let held: Buffer = LINE_END
  let lent = LINE_END.length
  let parts = 0

  /** The next bytes, without those outside the form. */
  const take = (count: number): Buffer => {
    const ours = Math.min(count, lent)
    const bytes = held.subarray(ours, count)
    held = held.subarray(count)
    lent -= ours
    return bytes
  }
  const passing = (count: number): FormPiece[] => {
    const bytes = take(count)
    return bytes.length > 0 ? [{ type: 'bytes', bytes }] : []
  }

  /** The next pieces of the held bytes; null: more bytes are needed. */
  function next(): FormPiece[] | null {
    if (state === 'over') return held.length > 0 ? passing(held.length) : null
    if (state === 'value') {
      const at = held.indexOf(delimiter)
      if (at >= 0) state = 'delimited'
      // the rest may be the beginning of a delimiter
      const free = at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1)
      return at >= 0 || free > 0 ? passing(free) : null
    }
    const [first, second] = held.subarray(delimiter.length)
    if (second === undefined) return null
    if (first === 0x2d && second === 0x2d) {
      state = 'over'
      take(delimiter.length + 2)
      return [{ type: 'end' }]
    }
    const end = held.indexOf(END_OF_HEAD, delimiter.length)
    if (end < 0 && held.length > LONGEST_HEAD_BYTES) throw new MalformedForm('a part has no end of its head')
    if (end < 0) return null
    if (++parts > MOST_PARTS) throw new MalformedForm(`it has over ${MOST_PARTS} parts`)
    state = 'value'
    const part = readHead(held.subarray(delimiter.length, end).toString())
    take(end + END_OF_HEAD.length)
    return [{ type: 'part', part }]
  }

  return {
    push(chunk) {
      held = held.length > 0 ? Buffer.concat([held, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      const pieces: FormPiece[] = []
      for (let more = next(); more; more = next()) pieces.push(...more)
      return pieces
    },
    end: () => passing(held.length),
  }
}

const DISPOSITION = /^content-disposition[ \t]*:[ \t]*form-data\b(.*)$/i
const CONTENT_TYPE = /^content-type[ \t]*:[ \t]*([\w.+-]+\/[\w.+-]+(?:;[ \t]?[\w-]+=[\w.+-]+)?)$/i
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y

/** Parsers disagree on which of two names counts, so only one is allowed. */
function readHead(head: string): FormPart {
  const lines = head.split('\r\n')
  const dispositions = lines.flatMap(line => DISPOSITION.exec(line)?.[1] ?? [])
  const [disposition = ''] = dispositions
  const { parameters, rest } = readParameters(disposition)
  const named = parameters.filter(([name]) => name === 'name')
  const name = unescaped(named[0]?.[1])
  if (name === undefined) throw new MalformedForm('a part has no name')
  const isUnclear = dispositions.length > 1 || named.length > 1 || parameters.some(([other]) => other === 'name*')
  // Only some parsers drop the backslash of \e.
  if (isUnclear || rest.toLowerCase().includes('name') || name.includes('\\'))
    throw new MalformedForm('a part has several names')
  const given = (wanted: string) => parameters.find(([other]) => other === wanted)?.[1]
  const [plain, extended] = [given('filename'), given('filename*')]
  const filename = unescaped(plain) ?? decoded(extended)
  const contentType = lines.flatMap(line => CONTENT_TYPE.exec(line)?.[1] ?? [])[0]
  return {
    name,
    isFile: plain !== undefined || extended !== undefined,
    ...(filename !== undefined && { filename }),
    ...(contentType !== undefined && { contentType }),
  }
}

const unescaped = (quoted: string | undefined) => quoted?.replace(/\\(["\\])/g, '$1')

/** https://www.rfc-editor.org/rfc/rfc5987: `UTF-8''caf%C3%A9.wav` */
function decoded(extended = ''): string | undefined {
  const [, percentEncoded] = /^utf-8'[^']*'(.*)$/i.exec(extended) ?? []
  try {
    return percentEncoded && decodeURIComponent(percentEncoded)
  } catch {
    return undefined
  }
}

function readParameters(disposition: string) {
  const parameters: [name: string, value: string][] = []
  PARAMETER.lastIndex = 0
  let end = 0
  for (let match = PARAMETER.exec(disposition); match; match = PARAMETER.exec(disposition)) {
    end = PARAMETER.lastIndex
    parameters.push([(match[1] ?? '').toLowerCase(), match[2] ?? match[3] ?? ''])
  }
  return { parameters, rest: disposition.slice(end) }
}
