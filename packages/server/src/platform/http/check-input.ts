import type { Call, CheckedInputOf, Reason } from '@tollgate/contract'
import type { z } from 'zod'
import { consoleError } from './console-error.ts'
import { reasonOfIssue } from './reason-of-issue.ts'

/**
 * Checks a caller's input against the call's schemas. Throws an `ApiError` that names the first wrong field and the
 * reason.
 */
export function checkInput(call: Call, raw: { params: unknown; query: unknown; body: unknown }): CheckedInputOf<Call> {
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) {
      const place = placeOfZeroByte(parsed.data)
      if (place !== undefined) throw refused(place || 'body', { code: 'zero_byte' })
      return parsed.data
    }
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'body'
    throw refused(field, issue ? reasonOfIssue(issue) : { code: 'not_valid' })
  }
  return {
    params: check(call.params, raw.params),
    query: check(call.query, raw.query),
    body: check(call.body, raw.body),
  } as CheckedInputOf<Call>
}

const refused = (field: string, reason: Reason) => consoleError('input_invalid', { field, reason }, field)

/**
 * Returns the field that contains a zero byte: PostgreSQL cannot store one, and nobody types one. Avoids recursion
 * because values may be deeply nested.
 */
function placeOfZeroByte(checked: unknown): string | undefined {
  const left: { place: string; value: unknown }[] = [{ place: '', value: checked }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { place, value } = next
    if (typeof value === 'string' && value.includes('\0')) return place
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value)) {
      if (name.includes('\0')) return place
      left.push({ place: place || name, value: member })
    }
  }
  return undefined
}
