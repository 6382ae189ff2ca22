import type { Call, CheckedInputOf } from '@tollgate/contract'
import type { z } from 'zod'
import { consoleError } from './console-error.ts'
import { reasonOfIssue } from './reason-of-issue.ts'

/** Checks a caller's input against the call's schemas. Throws an `ApiError` that names the first wrong field and why. */
export function checkInput(call: Call, raw: { params: unknown; query: unknown; body: unknown }): CheckedInputOf<Call> {
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value, { reportInput: true })
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'body'
    throw consoleError('input_invalid', { field, reason: issue ? reasonOfIssue(issue) : { code: 'not_valid' } }, field)
  }
  return {
    params: check(call.params, raw.params),
    query: check(call.query, raw.query),
    body: check(call.body, raw.body),
  } as CheckedInputOf<Call>
}
