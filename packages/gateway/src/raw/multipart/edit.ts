import { chain, type Stage } from '../stage.ts'
import type { FormReader } from './read.ts'
import { type FormPart, type FormPiece, splitForm } from './split.ts'

/** New values by field name, one part per value; an empty list removes the field. */
export type FormEdits = ReadonlyMap<string, readonly string[]>

/**
 * Rewrites a form as it passes, with a new boundary and headers that contain only what was read, so that no parser can
 * find other parts in it. Sets, replaces and removes fields, at the first one with the name or at the end; all other
 * values stay the same byte for byte. Its stages throw MalformedForm.
 *
 * @param boundary that of the form
 * @param written that of the new form; it must not occur in any value
 */
export const rewriteForm = (boundary: string, written: string, edits: FormEdits): Stage<Uint8Array, Uint8Array> =>
  chain(splitForm(boundary), writeParts(written, edits))

function writeParts(boundary: string, edits: FormEdits): Stage<FormPiece, Uint8Array> {
  const unwritten = new Map(edits)
  // Neither the bytes before the first part nor a replaced value is sent.
  let isPassing = false
  let isFirst = true

  function begin(part: FormPart): Buffer {
    const head = Buffer.from((isFirst ? '' : LINE_END) + headOf(boundary, part))
    isFirst = false
    return head
  }
  const written = (name: string): Buffer[] => {
    const values = unwritten.get(name) ?? []
    unwritten.delete(name)
    return values.map(value => Buffer.concat([begin({ name, isFile: false }), Buffer.from(value)]))
  }

  return {
    push(piece) {
      if (piece.type === 'bytes') return isPassing ? [piece.bytes] : []
      if (piece.type === 'end') {
        isPassing = false
        return [...[...unwritten.keys()].flatMap(written), Buffer.from((isFirst ? '' : LINE_END) + endOf(boundary))]
      }
      isPassing = piece.part.isFile || !edits.has(piece.part.name)
      return isPassing ? [begin(piece.part)] : written(piece.part.name)
    },
    end: () => [],
  }
}

/** The length of a rewritten form. */
export function rewrittenBytes(
  { fields, files }: Pick<FormReader, 'fields' | 'files'>,
  written: string,
  edits: FormEdits,
) {
  const stays = (part: FormPart) => part.isFile || !edits.has(part.name)
  const come = [...edits].flatMap(([name, values]) =>
    values.map(value => ({ name, isFile: false, bytes: Buffer.byteLength(value) })),
  )
  const parts = [...[...fields, ...files].filter(stays), ...come]
  const lengthOf = ({ bytes, ...part }: FormPart & { bytes: number }) =>
    Buffer.byteLength(headOf(written, part)) + bytes + LINE_END.length
  return parts.reduce((sum, part) => sum + lengthOf(part), endOf(written).length)
}

const LINE_END = '\r\n'

function headOf(boundary: string, { name, isFile, filename = 'file', contentType }: FormPart): string {
  const disposition = `Content-Disposition: form-data; name="${escaped(name)}"`
  const lines = [`--${boundary}`, isFile ? `${disposition}; filename="${escaped(filename)}"` : disposition]
  return [...lines, ...(contentType ? [`Content-Type: ${contentType}`] : []), '', ''].join(LINE_END)
}

const endOf = (boundary: string): string => `--${boundary}--${LINE_END}`

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const escaped = (name: string): string => name.replace(/["\r\n]/g, encodeURIComponent)
