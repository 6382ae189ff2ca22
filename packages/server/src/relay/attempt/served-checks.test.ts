import { expect, test } from 'bun:test'
import { newTally, noUsage, type Tally } from '@tollgate/gateway'
import { makeServedChecks } from './served-checks.ts'

const BLOCK = 64

function start() {
  const found: object[] = []
  const asked: string[] = []
  const dice = { value: 0.99 }
  const isKnownModel = (model: string) => {
    asked.push(model)
    return model.startsWith('gpt')
  }
  return {
    found,
    asked,
    checks: makeServedChecks({ found: flag => found.push(flag), isKnownModel, random: () => dice.value }),
    dice,
  }
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

const withInput = (input: number) => answer({ usage: { ...noUsage(), input }, usageIsFinal: true })

test('the first inputs of a model on a channel are counted, then one in sixteen; of long requests always one in sixteen', () => {
  const { checks, dice } = start()
  for (let call = 0; call < BLOCK; call++) {
    expect(checks.wantsCount(7, 'gpt-4o', 1_000, true)).toBe(true)
    checks.answered(7, 'gpt-4o', withInput(300), 300, true)
  }
  expect(checks.wantsCount(7, 'gpt-4o', 1_000, true)).toBe(false)
  expect(checks.wantsCount(8, 'gpt-4o', 1_000, true)).toBe(true)
  expect(checks.wantsCount(8, 'gpt-4o', 20_000, true)).toBe(false)
  dice.value = 0.06
  expect(checks.wantsCount(7, 'gpt-4o', 1_000, true)).toBe(true)
  expect(checks.wantsCount(8, 'gpt-4o', 20_000, true)).toBe(true)
})

test('an input that cannot be compared does not count as one of the first', () => {
  const { checks } = start()
  for (let call = 0; call < 2 * BLOCK; call++) checks.answered(7, 'gpt-4o', withInput(20), 20, true)
  for (let call = 0; call < 2 * BLOCK; call++) checks.answered(7, 'gpt-4o', withInput(300), 300, false)
  expect(checks.wantsCount(7, 'gpt-4o', 1_000, false)).toBe(false)
  expect(checks.wantsCount(7, 'gpt-4o', 1_000, true)).toBe(true)
})
