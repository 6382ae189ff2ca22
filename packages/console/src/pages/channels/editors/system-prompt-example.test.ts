import { expect, test } from 'bun:test'
import { CONVERSATIONS, prompted } from './system-prompt-example.ts'

const { bare, instructed } = CONVERSATIONS
const system = { role: 'system', content: 'Be brief.' }

test('a request without instructions gets the channel’s, and one with its own keeps them', () => {
  const setting = { system_prompt: 'Be brief.' }
  expect(prompted(bare, setting)).toEqual([system, ...bare])
  expect(prompted(instructed, setting)).toEqual(instructed)
})

test('for every request they stand before the request’s own', () => {
  expect(prompted(instructed, { system_prompt: 'Be brief.', system_prompt_override: true })).toEqual([
    { role: 'system', content: 'Be brief.\nAnswer in French.' },
    ...bare,
  ])
})

test('a body sent as it came, and an empty text, change nothing', () => {
  const passed = { system_prompt: 'Be brief.', system_prompt_override: true, pass_through_body_enabled: true }
  expect([prompted(bare, passed), prompted(bare, { system_prompt: '' }), prompted(bare, {})]).toEqual([
    bare,
    bare,
    bare,
  ])
})
