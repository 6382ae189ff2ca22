/** A figure of the source beside the same figure here. */
export interface Compared {
  source: number
  here: number
}

export const COMPARED = [
  'users',
  'quota',
  'used_quota',
  'request_count',
  'aff_quota',
  'aff_history',
  'tokens',
  'remain_quota',
  'token_used_quota',
  'channels',
  'channel_used_quota',
  'codes',
  'code_quota',
  'orders',
  'order_amount',
  'logs',
] as const
export type ComparedName = (typeof COMPARED)[number]

/** A row whose figure is another here. */
export interface Difference {
  table: string
  /** In the source. */
  id: number
  name: string
  field: string
  source: number | string
  here: number | string
  /** Why that is right; empty: nothing explains it, and the proof does not hold. */
  why: string
}

export interface Proof extends Record<ComparedName, Compared> {
  /** SHA-256 of the source. */
  sha256: string
  differences: Difference[]
}

/** A proof holds when every sum is equal, or its difference is the sum of differences that are explained. */
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
