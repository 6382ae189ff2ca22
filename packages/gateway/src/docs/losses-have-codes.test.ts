import { expect, test } from 'bun:test'
import { type LossReason, readLoss } from '@tollgate/contract'
import type { Limit } from '../protocols/common/limits.ts'
import { dialects, upstreamDialects } from '../protocols/index.ts'

test('the reasons in the tables of all formats have a code, by which the console has phrases', () => {
  const reasons = [...Object.values(dialects), ...Object.values(upstreamDialects)].flatMap(({ limits, parameters }) => [
    ...Object.values<Limit>(limits),
    ...Object.values(parameters).flatMap(fate => ('why' in fate ? [fate] : [])),
  ])
  const lost = reasons.filter(({ fate }) => fate !== 'refused').map(({ why }) => why)
  expect(lost.filter(why => !readLoss(`what: ${why}`))).toEqual([])
})

test('a reason outside of the table of codes does not compile, wherever a call loses something', () => {
  // @ts-expect-error
  const other: LossReason = 'it is Tuesday'
  expect(readLoss(`what: ${other}`)).toBeUndefined()
})
