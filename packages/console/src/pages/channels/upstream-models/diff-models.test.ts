import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { diffModels, readMapping } from './diff-models.ts'

const models = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'constructor'))

describe('the models of a channel compared with its upstream’s', () => {
  test('are each in one place, and those of both are kept', () => {
    fc.assert(
      fc.property(models, models, (served, offered) => {
        const { fresh, gone, kept } = diffModels(served, offered)
        expect([...gone, ...kept].sort()).toEqual([...served].sort())
        expect([...fresh, ...kept].sort()).toEqual([...offered].sort())
      }),
      { seed: 12 },
    )
  })

  test('are compared by the upstream’s name of a mapped model', () => {
    const mapping = { alias: 'middle', middle: 'real', lost: 'missing', round: 'trip', trip: 'round' }
    expect(diffModels(['alias', 'lost', 'round'], ['real', 'other'], mapping)).toEqual({
      fresh: ['other'],
      gone: ['lost', 'round'],
      kept: ['alias'],
    })
    expect([readMapping('{"a":'), readMapping('1'), readMapping('')]).toEqual([{}, {}, {}])
  })
})
