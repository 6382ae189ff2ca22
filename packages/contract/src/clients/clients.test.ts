import { expect, test } from 'bun:test'
import { fillSetting } from './fill-setting.ts'
import { clientGuides } from './index.ts'

const place = { address: 'https://gateway.example', key: 'sk-key', model: 'a-model' }
const ROOTED = new Set(['anthropic-messages', 'gemini'])

test.each(clientGuides)('$name gets an address, a key and a model, or a place to choose the model', ({ settings }) => {
  const text = settings.map(setting => fillSetting(setting, place)).join('\n')
  expect(text).toContain(place.address)
  expect(text).toContain(place.key)
  expect(text).not.toMatch(/\{(address|key|model)\}/)
})

test.each(clientGuides)('the settings files of $name can be read', ({ settings }) => {
  for (const setting of settings) {
    const { where } = setting
    if (!('file' in where)) continue
    const filled = fillSetting(setting, place)
    if (where.file.endsWith('.json')) expect(JSON.parse(filled)).toBeObject()
    if (where.file.endsWith('.toml')) expect(Bun.TOML.parse(filled)).toBeObject()
    if (where.file.endsWith('.yaml')) expect(Bun.YAML.parse(filled)).toBeObject()
  }
})

test('only clients that add the version themselves get the bare address', () => {
  const bare = clientGuides.filter(({ settings }) => settings.every(({ text }) => !text.includes('{address}/v1')))
  expect(bare.filter(({ protocol, id }) => !ROOTED.has(protocol) && id !== 'cherry-studio')).toEqual([])
})

test('ids are unique', () => {
  const ids = clientGuides.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})
