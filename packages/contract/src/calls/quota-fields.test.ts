import { describe, expect, test } from 'bun:test'
import { z } from 'zod'
import { calls } from './index.ts'

/** Every body field of a call that is an amount of quota or money. */
const AMOUNTS = new Set(['quota', 'remain_quota', 'amount', 'value', 'quota_warning_threshold'])
/** An option's value is text. */
const OPTION = '/api/option/'
const WRONG = ['1', '', 'all', true, false, null, Number.NaN, Number.POSITIVE_INFINITY, [], [1], {}]

describe('a field for an amount', () => {
  const bodies = Object.values(calls)
    .flatMap(room => Object.values(room) as { path: string; body?: z.ZodType }[])
    .flatMap(({ path, body }) => amountsIn(path, body))
  test('is found in the contract', () => expect(bodies.length).toBeGreaterThan(4))

  test.each(bodies)('of %s.%s is a number and nothing else', (_call, _field, schema) => {
    for (const wrong of WRONG) expect({ wrong, ok: schema.safeParse(wrong).success }).toEqual({ wrong, ok: false })
    expect(schema.safeParse(1).success).toBe(true)
  })
})

function amountsIn(path: string, body: z.ZodType | undefined): [path: string, field: string, schema: z.ZodType][] {
  if (!(body instanceof z.ZodObject) || path === OPTION) return []
  const fields = Object.entries(body.shape as Record<string, z.ZodType>)
  return fields.flatMap(([field, schema]) => (AMOUNTS.has(field) ? [[path, field, schema]] : []))
}
