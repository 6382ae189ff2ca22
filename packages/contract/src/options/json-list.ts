import { z } from 'zod'
import { isReasonCode, type Reason, type ReasonCode } from '../reasons.ts'
import { line } from './kinds.ts'
import type { Reading } from './option.ts'

type Check<Entry> = (entries: Entry[], context: z.RefinementCtx<Entry[]>) => void

/**
 * A JSON list of objects, in the operator's order. Members that the schema does not know are dropped, and an empty text
 * is an empty list, as in the databases of other gateways.
 */
export const jsonList = <Entry>(schema: z.ZodType<Entry>, most: number, check: Check<Entry> = () => undefined) => {
  const list = z.array(schema).max(most).superRefine(check).readonly()
  return line<readonly Entry[], Record<never, never>>({
    control: 'json',
    default: [],
    read: text => readList(text, list),
    write: entries => JSON.stringify(entries, null, 2),
  })
}

/** Entries must differ in a member; the later one is refused. */
export const differingIn =
  <Member extends string>(member: Member, message: ReasonCode): Check<Record<Member, unknown>> =>
  (entries, { addIssue }) => {
    const values = entries.map(entry => entry[member])
    const again = values.findIndex((value, index) => values.indexOf(value) < index)
    if (again !== -1) addIssue({ code: 'custom', message, path: [again, member] })
  }

function readList<Entry>(text: string, list: z.ZodType<readonly Entry[]>): Reading<readonly Entry[]> {
  if (text.trim() === '') return { value: [] }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: { code: 'not_json' } }
  }
  const { data, error } = list.safeParse(json)
  if (data) return { value: data }
  const [issue] = error.issues
  return { reason: { ...(issue ? reasonOf(issue) : { code: 'not_list' }), at: placeOf(issue?.path ?? []) } }
}

/** Entries are counted from 1, as operators count them. */
const placeOf = (path: readonly PropertyKey[]): string | undefined =>
  path.length === 0 ? undefined : path.map(step => (typeof step === 'number' ? step + 1 : String(step))).join('.')

function reasonOf(issue: z.core.$ZodIssue): Reason {
  if (isReasonCode(issue.message)) return { code: issue.message }
  if (issue.code === 'too_big')
    return { code: issue.origin === 'array' ? 'too_many' : 'too_long', parameters: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small') return { code: 'empty' }
  if (issue.code === 'invalid_value')
    return { code: 'not_choice', parameters: { choices: issue.values.map(String).join(', ') } }
  if (issue.code === 'invalid_type') return { code: EXPECTED[issue.expected] ?? 'not_valid' }
  return { code: 'not_valid' }
}

const EXPECTED: Partial<Record<string, Reason['code']>> = {
  string: 'not_text',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
}
