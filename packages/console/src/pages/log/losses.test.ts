import { expect, test } from 'bun:test'
import { LOSS_NAMES, LOSS_REASONS, LOST_THINGS } from '@tollgate/contract'
import { losses } from '../../phrases/en/losses.ts'

test('the English phrases are the sentences of the log', () => {
  const asPhrases = Object.entries(LOSS_REASONS).map(([code, reason]) => [code, reason.replace(/\{(\w+)\}/g, '{{$1}}')])
  expect<object>(losses.why).toEqual(Object.fromEntries(asPhrases))
  expect<object>(losses.what).toEqual(LOST_THINGS)
  expect<object>(losses.names).toEqual(LOSS_NAMES)
})
