import { describe, expect, test } from 'bun:test'
import { ModelMappingCycle, mapModel } from './model-mapping.ts'

describe('a model mapping', () => {
  test.each<[mapping: Record<string, string>, model: string, upstream: string]>([
    [{}, 'a', 'a'],
    [{ b: 'c' }, 'a', 'a'],
    [{ a: 'b', b: 'c', c: 'd' }, 'a', 'd'],
    [{ a: 'b', b: 'b' }, 'a', 'b'],
    [{ a: '' }, 'a', 'a'],
    [{ a: 'constructor' }, 'a', 'constructor'],
  ])('%j takes %s to %s', (mapping, model, upstream) => {
    expect(mapModel(mapping, model)).toBe(upstream)
  })

  test.each([
    [{ a: 'b', b: 'a' }, 'a', 'a'],
    [{ a: 'b', b: 'c', c: 'b' }, 'a', 'b'],
  ])('%j is circular and reported with the name that closes the circle', (mapping, model, at) => {
    expect(() => mapModel(mapping, model)).toThrow(ModelMappingCycle)
    expect(() => mapModel(mapping, model)).toThrow(`the model mapping runs in a circle at ${at}`)
  })
})
