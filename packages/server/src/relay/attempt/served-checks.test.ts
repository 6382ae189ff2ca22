import { expect, test } from 'bun:test'
import { newTally, noUsage, type Tally } from '@tollgate/gateway'
import { makeServedChecks } from './served-checks.ts'

const BLOCK = 64

function start() {
  const found: object[] = []
  const asked: string[] = []
  const isKnownModel = (model: string) => {
    asked.push(model)
    return model.startsWith('gpt')
  }
  return { found, asked, checks: makeServedChecks({ found: flag => found.push(flag), isKnownModel }) }
}

const answer = (fields: Partial<Tally> = {}): Tally => ({ ...newTally(), finished: true, ...fields })
const counted = (billed: number, own: number) =>
  answer({ usage: { ...noUsage(), output: billed }, usageIsFinal: true, outputTokens: own })

test('a wrong model is reported once, a snapshot of the requested model never', () => {
  const { found, checks } = start()
  for (const model of ['gpt-4o', 'gpt-4o-2024-08-06', null, 'gpt-4o-mini', 'gpt-4o-mini', 'gpt-4o', 'gpt-3.5-turbo'])
    checks.answered(7, 'gpt-4o', answer({ model }), null, true)
  expect(found).toEqual([{ channel_id: 7, kind: 'other_model', model: 'gpt-4o', served: 'gpt-4o-mini' }])
})

test('each name is checked only once, whether right or wrong', () => {
  const { asked, checks } = start()
  for (let call = 0; call < 10; call++)
    for (const model of ['gpt-4o-mini', 'gpt-3.5-turbo']) checks.answered(7, 'gpt-4o', answer({ model }), null, true)
  expect(asked).toEqual(['gpt-4o', 'gpt-4o'])
})

test('a wrong model is still found after many different names', () => {
  const { found, checks } = start()
  for (let day = 10; day < 28; day++)
    for (let month = 10; month < 13; month++)
      checks.answered(7, 'gpt-4o', answer({ model: `gpt-4o-2024-${month}-${day}` }), null, true)
  expect(found).toEqual([])
  checks.answered(7, 'gpt-4o', answer({ model: 'gpt-3.5-turbo' }), null, true)
  expect(found).toHaveLength(1)
})

test('an operator’s own model name may stand for any model', () => {
  const { found, checks } = start()
  checks.answered(7, 'our-best-model', answer({ model: 'gpt-4o' }), null, true)
  expect(found).toEqual([])
})

test('drifting token counts are reported once for each model on a channel', () => {
  const { found, checks } = start()
  for (let call = 0; call < 3 * BLOCK; call++) {
    checks.answered(7, 'gpt-4o', counted(300, 100), null, true)
    checks.answered(7, 'gpt-4o-mini', counted(110, 100), null, true)
    checks.answered(8, 'gpt-4o', counted(90, 100), null, true)
    checks.answered(9, 'gpt-4o', counted(300, 100), null, false)
  }
  expect(found).toEqual([{ channel_id: 7, kind: 'output_counts', model: 'gpt-4o', ratio: 3, calls: BLOCK }])
})
