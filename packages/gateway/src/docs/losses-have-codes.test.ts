import { expect, test } from 'bun:test'
import { readLoss } from '@tollgate/contract'
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
