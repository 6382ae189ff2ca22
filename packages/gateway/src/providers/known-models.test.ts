import { expect, test } from 'bun:test'
import { providerOf } from './index.ts'
import { allKnownModels } from './known-models.ts'

const known = allKnownModels()

test('every named channel type has models and a provider', () => {
  for (const [type, models] of Object.entries(known)) {
    expect(providerOf(Number(type))).toBeDefined()
    expect(models.length).toBeGreaterThan(0)
    expect(models).toEqual([...new Set(models)].sort())
  }
})

test('the big providers’ current models are known', () => {
  expect(known['1']).toContain('gpt-5')
  expect(known['14']).toContain('claude-opus-5')
  expect(known['24']).toContain('gemini-2.5-pro')
  expect(known['43']).toContain('deepseek-chat')
})

test('a provider’s list has no models of other makers and no names of resellers', () => {
  expect(known['24']?.filter(model => model.startsWith('claude'))).toEqual([])
  expect(Object.values(known).flatMap(models => models.filter(model => /:free$|-$/.test(model)))).toEqual([])
})
