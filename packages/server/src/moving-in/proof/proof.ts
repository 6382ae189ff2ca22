import {
  COMPARED,
  type Compared,
  type ComparedName,
  type ImportDifference,
  type ImportedUser,
} from '@tollgate/contract'

export interface Proof extends Record<ComparedName, Compared> {
  /** The source's SHA-256. */
  sha256: string
  differences: ImportDifference[]
  /** Each user of the source. */
  byUser: ImportedUser[]
}

/** Whether every sum is equal or its difference is the sum of explained differences. */
export const holds = (proof: Proof): boolean =>
  proof.differences.every(({ why }) => why !== '') && COMPARED.every(name => unexplained(proof, name) === 0)

const FIELDS: Readonly<Record<string, ComparedName>> = Object.fromEntries(COMPARED.map(name => [name, name]))

function unexplained(proof: Proof, name: ComparedName): number {
  const { source, here } = proof[name]
  const explained = proof.differences
    .filter(({ field, why }) => FIELDS[field] === name && why !== '')
    .reduce((sum, { source, here }) => sum + Number(source) - Number(here), 0)
  return source - here - explained
}
