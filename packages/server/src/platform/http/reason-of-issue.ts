import { isReasonCode, type Reason } from '@tollgate/contract'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue
/** An issue of one kind. `input` is the rejected value. */
type Of<Code extends Issue['code']> = Extract<Issue, { code: Code }>

/**
 * Turns an issue of the schema library into the reason why a value is refused. The table covers all kinds of issues.
 */
export const reasonOfIssue = (issue: Issue): Reason => (table[issue.code] as (issue: Issue) => Reason)(issue)

const table: { [Code in Issue['code']]: (issue: Of<Code>) => Reason } = {
  invalid_type: ({ expected, input }) => ({ code: input === undefined ? 'missing' : (types[expected] ?? 'not_valid') }),
  invalid_value: ({ values, input }) => choice(values, input),
  invalid_union: ({ errors, input }) => {
    const branches = errors.flat()
    if (input !== undefined && branches.every(({ code }) => code === 'invalid_type')) return { code: 'not_simple' }
    return choice(
      branches.flatMap(branch => (branch.code === 'invalid_value' ? branch.values : [])),
      input,
    )
  },
  // A pattern of ours names its reason.
  invalid_format: ({ format, message }) => ({
    code: isReasonCode(message) ? message : (formats[format] ?? 'not_valid'),
  }),
  not_multiple_of: ({ divisor }) => ({ code: 'not_multiple', parameters: { divisor } }),
  too_small: issue => {
    const { minimum, inclusive } = issue
    const min = Number(minimum)
    if (min <= 1 && (isOfText(issue) || isOfList(issue))) return { code: 'empty' }
    if (isOfText(issue)) return { code: 'too_short', parameters: { min } }
    if (isOfList(issue)) return { code: 'too_few', parameters: { min } }
    return { code: inclusive === false ? 'not_above' : 'too_small', parameters: { min } }
  },
  too_big: issue => {
    const { maximum, inclusive } = issue
    const max = Number(maximum)
    if (isOfText(issue)) return { code: 'too_long', parameters: { max } }
    if (isOfList(issue)) return { code: 'too_many', parameters: { max } }
    return { code: inclusive === false ? 'not_below' : 'too_large', parameters: { max } }
  },
  unrecognized_keys: ({ keys }) => ({ code: 'unknown_member', parameters: { member: keys.join(', ') } }),
  invalid_key: () => ({ code: 'not_valid' }),
  invalid_element: () => ({ code: 'not_valid' }),
  // Our own checks set a reason code.
  custom: ({ message }) => ({ code: isReasonCode(message) ? message : 'not_valid' }),
}

const types: Partial<Record<string, Reason['code']>> = {
  string: 'not_text',
  number: 'not_number',
  int: 'not_integer',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
  record: 'not_object',
}

const formats: Partial<Record<string, Reason['code']>> = {
  email: 'not_email',
  url: 'not_address',
  json_string: 'not_json',
  safeint: 'not_integer',
}

function choice(values: readonly unknown[], input: unknown): Reason {
  if (input === undefined) return { code: 'missing' }
  return values.length > 0 ? { code: 'not_choice', parameters: { choices: values.join(', ') } } : { code: 'not_valid' }
}

const isOfText = ({ origin }: { origin: string }): boolean => origin === 'string'
const isOfList = ({ origin }: { origin: string }): boolean => ['array', 'set', 'map', 'record'].includes(origin)
