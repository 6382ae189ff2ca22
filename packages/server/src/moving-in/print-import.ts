import { COMPARED, type ImportNote, type ImportReport } from '@tollgate/contract'
import type { MovedIn } from './move-in.ts'
import { holds } from './proof/proof.ts'
import type { Source } from './sources/source.ts'

const MOST_LISTED = 12
const KINDS: Readonly<Record<ImportNote['kind'], string>> = {
  changed: 'comes differently',
  left: 'does not come',
  asks: 'asks for a decision',
  sealed: 'is encrypted here',
}

/** Returns the import as one JSON value, for programs. */
export const importAsJson = (
  { id, generation, notes, proof: { byUser, ...proof }, wasHere }: MovedIn,
  source: Pick<Source, 'name' | 'kind'>,
): ImportReport => ({
  ...proof,
  holds: holds({ ...proof, byUser }),
  import: id,
  source: source.name,
  generation: generation.name,
  database: source.kind,
  was_here: wasHere,
  notes,
})

/** Returns the import as lines of text. */
export function importAsText({ id, generation, notes, proof, wasHere }: MovedIn, source: Source): string[] {
  const width = Math.max(...COMPARED.map(name => name.length))
  const sums = COMPARED.map(name => {
    const { source: there, here } = proof[name]
    return `  ${there === here ? ' ' : '≠'} ${name.padEnd(width)} ${there} → ${here}`
  })
  return [
    `${source.name}: ${generation.name}, import ${id}, SHA-256 ${proof.sha256}`,
    ...sums,
    ...proof.differences.map(
      ({ table, id, name, field, source, here, why }) =>
        `  ${why === '' ? '✗' : '·'} ${table} ${id} ${name}: ${field} ${source} → ${here}. ${why}`,
    ),
    ...notes.map(
      ({ table, kind, text, rows, sum }) =>
        `  · ${table}, ${KINDS[kind]}: ${text} (${sum === undefined ? '' : `${sum} quota in all, `}${rows.length}: ${rows.slice(0, MOST_LISTED).join(', ')}${rows.length > MOST_LISTED ? ', …' : ''})`,
    ),
    ...(wasHere ? ['  Everything was here already.'] : []),
    holds(proof) ? '✓ The proof holds.' : '✗ The proof does not hold.',
  ]
}
