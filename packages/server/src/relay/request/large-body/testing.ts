import { parseExact } from '@tollgate/gateway'
import fc from 'fast-check'
import { LONGEST_AT_ONCE } from './write-in-turns.ts'

/** Longer than a piece. */
export const long = fc
  .constantFrom('to and fro ', '\ud83d', '😀"\\', '\n')
  .map(word => word.repeat(70_000 / word.length))
/** Longer than what is written at once. */
export const LONGEST = 'b'.repeat(LONGEST_AT_ONCE)
const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  long,
  fc.constantFrom(undefined, null, parseExact('12345678901234567890')),
)
export const FEW = { maxLength: 3 }
export const FEW_KEYS = { maxKeys: 3 }
/** Values of requests with long texts in them. */
export const { value } = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('value'), FEW),
    fc.dictionary(fc.string(), tie('value'), FEW_KEYS),
  ),
}))
