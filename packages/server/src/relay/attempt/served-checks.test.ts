import { expect, test } from 'bun:test'
import { newTally, noUsage, type Tally } from '@tollgate/gateway'
import { makeServedChecks } from './served-checks.ts'

const BLOCK = 64

function start() {
  const found: object[] = []
  const checks = makeServedChecks({ found: flag => found.push(flag), isKnownModel: model => model.startsWith('gpt') })
  return { found, checks }
}

const answer = (fields: Partial<Tally> = {}): Tally => ({ ...newTally(), finished: true, ...fields })
const counted = (billed: number, own: number) =>
  answer({ usage: { ...noUsage(), output: billed }, usageIsFinal: true, outputTokens: own })

test('another model than the one asked for is found once, its snapshots never', () => {
  const { found, checks } = start()
  for (const model of ['gpt-4o', 'gpt-4o-2024-08-06', null, 'gpt-4o-mini', 'gpt-4o-mini', 'gpt-4o', 'gpt-3.5-turbo'])
    checks.answered(7, 'gpt-4o', answer({ model }), null, true)
  expect(found).toEqual([{ channel_id: 7, kind: 'other_model', model: 'gpt-4o', served: 'gpt-4o-mini' }])
})

test('a name of the operator’s own may stand for any model', () => {
  const { found, checks } = start()
  checks.answered(7, 'our-best-model', answer({ model: 'gpt-4o' }), null, true)
  expect(found).toEqual([])
})

test('counts that drift are found once, of the one model on the one channel', () => {
  const { found, checks } = start()
  for (let call = 0; call < 3 * BLOCK; call++) {
    checks.answered(7, 'gpt-4o', counted(300, 100), null, true)
    checks.answered(7, 'gpt-4o-mini', counted(110, 100), null, true)
    checks.answered(8, 'gpt-4o', counted(90, 100), null, true)
    checks.answered(9, 'gpt-4o', counted(300, 100), null, false)
  }
  expect(found).toEqual([{ channel_id: 7, kind: 'output_counts', model: 'gpt-4o', ratio: 3, calls: BLOCK }])
})
