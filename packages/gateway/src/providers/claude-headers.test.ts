import { expect, test } from 'bun:test'
import { optionTable } from '@tollgate/contract'
import { type ProviderCall, providerOf } from './index.ts'
import type { OperatorOptions } from './provider.ts'

const SETTINGS = {
  'claude-a': { 'Anthropic-Beta': ['context-1m', 'files-api, tools'], 'x-note': ['kept'] },
  'claude-upstream': { 'anthropic-beta': ['tools'] },
}
const options: OperatorOptions = {
  get: key => (key === 'claude.model_headers_settings' ? SETTINGS : optionTable[key].default) as never,
}

const headersOf = (type: number, clientModel: string, beta?: string) => {
  const call: ProviderCall = {
    channel: { type, baseUrl: 'http://up', key: 'k', other: '', organization: '' },
    format: 'anthropic-messages',
    path: '/v1/messages',
    model: 'claude-upstream',
    clientModel,
    isStream: false,
    isConverted: false,
    clientHeaders: new Headers(beta ? { 'anthropic-beta': beta } : {}),
    clientUrl: 'http://gate/v1/messages',
    options,
  }
  return providerOf(type)?.headers(call)
}

test.each([14, 41])('channel type %d: what the operator set for a model joins what the client sent', type => {
  expect(headersOf(type, 'claude-a', 'tools,mine')).toMatchObject({
    'anthropic-beta': 'tools,mine,context-1m,files-api',
    'x-note': 'kept',
  })
  expect(headersOf(type, 'claude-a')).toMatchObject({ 'anthropic-beta': 'context-1m,files-api,tools' })
})

test('a model may be set by its name upstream, and others are left alone', () => {
  expect(headersOf(14, 'claude-b')).toMatchObject({ 'anthropic-beta': 'tools' })
  expect(headersOf(1, 'claude-a')).not.toHaveProperty('anthropic-beta')
})
