import { expect, test } from 'bun:test'
import { callOf, providerOfType, untouched } from './call-fixture.ts'
import type { OperatorOptions } from './provider.ts'

const SETTINGS = {
  'claude-a': { 'Anthropic-Beta': ['context-1m', 'files-api, tools'], 'x-note': ['kept'] },
  'claude-upstream': { 'anthropic-beta': ['tools'] },
}
const options: OperatorOptions = {
  get: key => (key === 'claude.model_headers_settings' ? SETTINGS : untouched.get(key)) as never,
}

const headersOf = (type: number, clientModel: string, beta?: string) => {
  const clientHeaders = new Headers(beta ? { 'anthropic-beta': beta } : {})
  const claude = {
    format: 'anthropic-messages',
    model: 'claude-upstream',
    clientModel,
    clientHeaders,
    options,
  } as const
  return providerOfType(type).headers(callOf(type, {}, claude))
}

test.each([14, 41])('channel type %d: the operator’s headers for a model are added to the client’s', type => {
  expect(headersOf(type, 'claude-a', 'tools,mine')).toMatchObject({
    'anthropic-beta': 'tools,mine,context-1m,files-api',
    'x-note': 'kept',
  })
  expect(headersOf(type, 'claude-a')).toMatchObject({ 'anthropic-beta': 'context-1m,files-api,tools' })
})

test('a model may be configured by its upstream name, and others are unchanged', () => {
  expect(headersOf(14, 'claude-b')).toMatchObject({ 'anthropic-beta': 'tools' })
  expect(headersOf(1, 'claude-a')).not.toHaveProperty('anthropic-beta')
})
