import { chain, type Stage } from '../stage.ts'
import type { FormField } from './read.ts'
import { CARRIAGE_RETURN, type FormPiece, splitForm } from './split.ts'

/** New values by field name, one part per value; an empty list removes the field. */
export type FormEdits = ReadonlyMap<string, readonly string[]>

/**
 * Sets, replaces and removes fields of a form as it passes, in place of the first with the name or at the end. Files and all other
 * fields stay byte for byte. Its stages throw MalformedForm.
 */
export const editForm = (boundary: string, edits: FormEdits): Stage<Uint8Array, Uint8Array> =>
  chain(splitForm(boundary), replaceFields(boundary, edits))

function replaceFields(boundary: string, edits: FormEdits): Stage<FormPiece, Uint8Array> {
  const unwritten = new Map(edits)
  let isReplaced = false
  let isAtStart = true

  const written = (name: string): Uint8Array[] => {
    const values = unwritten.get(name) ?? []
    unwritten.delete(name)
    return values.map(value => writeField(boundary, name, value))
  }

  function pieces(piece: FormPiece): Uint8Array[] {
    if (piece.type === 'bytes') return isReplaced ? [] : [piece.bytes]
    if (piece.type === 'end') {
      isReplaced = false
      return [...[...unwritten.keys()].flatMap(written), piece.bytes]
    }
    isReplaced = !piece.isFile && edits.has(piece.name)
    return isReplaced ? written(piece.name) : [piece.bytes]
  }

  return {
    push(piece) {
      const out = pieces(piece)
      const [first, ...rest] = out
      if (!first || !isAtStart) return out
      // a form begins with its first delimiter, not with the line break before it
      isAtStart = false
      return first[0] === CARRIAGE_RETURN ? [first.subarray(2), ...rest] : out
    },
    end: () => [],
  }
}

/** By how many bytes these edits make a form longer; `fields` holds all the fields they concern. */
export function growthBy(edits: FormEdits, boundary: string, fields: readonly FormField[]): number {
  const gone = fields.filter(({ name }) => edits.has(name)).map(({ bytes }) => bytes)
  const come = [...edits].flatMap(([name, values]) => values.map(value => writeField(boundary, name, value).length))
  return sum(come) - sum(gone)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const writeField = (boundary: string, name: string, value: string): Buffer =>
  Buffer.from(`\r\n--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}`)

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string): string => name.replace(/["\r\n]/g, encodeURIComponent)
