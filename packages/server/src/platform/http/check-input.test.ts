import { expect, test } from 'bun:test'
import { type Call, calls, LANGUAGES, reasonMessage } from '@tollgate/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { checkInput } from './check-input.ts'
import { reasonOfIssue } from './reason-of-issue.ts'

/** Words of the schema library that users must not see. */
const RAW = /[<>]=|NaN|undefined|expected|received|Invalid (input|option)|\bzod\b|regex|\{\w+\}/i

const all = Object.values(calls).flatMap(room => Object.values<Call>(room))
const schemas = all.flatMap(({ path, method, ...call }) =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = call[part]
    return schema instanceof z.ZodObject ? [{ name: `${method} ${path} ${part}`, schema }] : []
  }),
)

const anything = fc.oneof(
  fc.anything(),
  fc.constantFrom<unknown>('', ' ', 'x'.repeat(100_000), -1, 1.5, 1e300, true, null, [], {}, [[]], 'abc', ['']),
)

test('there are schemas to test', () => {
  expect(schemas.length).toBeGreaterThan(20)
})

test.each(schemas)('$name explains every refusal in plain words', ({ schema }) => {
  const fields = Object.fromEntries(
    Object.keys(schema.shape).map(field => [field, fc.option(anything, { nil: undefined })]),
  )
  fc.assert(
    fc.property(fc.record(fields), input => {
      for (const issue of schema.safeParse(input, { reportInput: true }).error?.issues ?? []) {
        const reason = reasonOfIssue(issue)
        expect([issue, reason.code]).not.toEqual([issue, 'not_valid'])
        for (const language of LANGUAGES) expect(reasonMessage(reason, language)).not.toMatch(RAW)
      }
    }),
    { seed: 8, numRuns: 60 },
  )
})

const form = z.strictObject({
  count: z.int().min(1).max(5),
  above: z.number().gt(0).optional(),
  even: z.number().multipleOf(2).optional(),
  name: z.string().min(3).max(5).optional(),
  mail: z.email().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  mode: z.enum(['add', 'subtract']).optional(),
  status: z.union([z.literal(1), z.literal(2)]).optional(),
})

test.each<[object, string, string]>([
  [{}, 'count', 'is required'],
  [{ count: 'x' }, 'count', 'must be a number'],
  [{ count: 1.5 }, 'count', 'must be a whole number'],
  [{ count: 6 }, 'count', 'must be at most 5'],
  [{ count: 0 }, 'count', 'must be at least 1'],
  [{ count: 1, above: 0 }, 'above', 'must be greater than 0'],
  [{ count: 1, even: 3 }, 'even', 'must be a multiple of 2'],
  [{ count: 1, name: 'ab' }, 'name', 'must have at least 3 characters'],
  [{ count: 1, name: 'abcdef' }, 'name', 'may have at most 5 characters'],
  [{ count: 1, mail: 'me' }, 'mail', 'must be an e-mail address'],
  [{ count: 1, list: [] }, 'list', 'must not be empty'],
  [{ count: 1, list: ['a', 'b', 'c'] }, 'list', 'may have at most 2 entries'],
  [{ count: 1, list: [1] }, 'list.0', 'must be a text'],
  [{ count: 1, mode: 'triple' }, 'mode', 'must be one of: add, subtract'],
  [{ count: 1, status: 3 }, 'status', 'must be one of: 1, 2'],
  [{ count: 1, more: 1 }, 'body', 'has an unknown member: more'],
])('%p: %s %s', (body, field, said) => {
  const call = { method: 'POST', path: '/', access: 'public', summary: '', body: form, reply: z.null() } as const
  try {
    checkInput(call, { params: {}, query: {}, body })
    throw new Error('it was let through')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.field).toBe(field)
    const { reason } = error.parameters
    expect(typeof reason === 'object' && reasonMessage(reason, 'en')).toBe(said)
  }
})

test('a zero byte is refused wherever it is, however deep', () => {
  const call = {
    method: 'POST',
    path: '/',
    access: 'public',
    summary: '',
    reply: z.null(),
    body: z.object({ a: z.any() }),
  } as const
  const check = (a: unknown) => checkInput(call, { params: {}, query: {}, body: { a } })
  let deep: unknown = 'end\0'
  for (let level = 0; level < 50_000; level++) deep = [deep]
  for (const bad of ['\0', 'a\0b', ['x', { y: 'z\0' }], { 'a\0': 1 }, deep]) expect(() => check(bad)).toThrow(ApiError)
  expect<unknown>(check(['fine', { b: null }]).body).toEqual({ a: ['fine', { b: null }] })
})
