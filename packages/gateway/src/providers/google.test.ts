import { describe, expect, test } from 'bun:test'
import { merge } from '../raw/patch-json.ts'
import { callOf as anyCallOf, providerOfType } from './call-fixture.ts'
import type { ProviderCall, ProviderChannel } from './index.ts'

const GEMINI = 24
const VERTEX = 41

const ACCOUNT = JSON.stringify({
  type: 'service_account',
  project_id: 'our-project',
  client_email: 'someone@our-project.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----',
})

/** A converted conversation with one of Google's channels, unless the fields say otherwise. */
function callOf(type: number, call: Partial<ProviderCall> = {}, channel: Partial<ProviderChannel> = {}): ProviderCall {
  const model = call.model ?? 'gemini-2.5-flash'
  const converted = { format: 'gemini', path: `/models/${model}:generateContent`, model, isConverted: true } as const
  return anyCallOf(
    type,
    { baseUrl: '', key: type === VERTEX ? ACCOUNT : 'AIza-key', ...channel },
    { ...converted, ...call },
  )
}

const OURS = 'projects/our-project/locations'

describe('a call goes to', () => {
  const lines: [name: string, url: string, type: number, call?: Partial<ProviderCall>, channel?: object][] = [
    [
      'Gemini, its usual version',
      'http://up/v1beta/models/gemini-2.5-flash:generateContent',
      GEMINI,
      {},
      { baseUrl: 'http://up' },
    ],
    [
      'Gemini, the version the operator set for the model',
      'http://up/v1/models/gemini-1.0-pro:generateContent',
      GEMINI,
      { model: 'gemini-1.0-pro' },
      { baseUrl: 'http://up' },
    ],
    [
      'Vertex, no region said',
      `https://aiplatform.googleapis.com/v1beta1/${OURS}/global/publishers/google/models/gemini-2.5-flash:generateContent`,
      VERTEX,
    ],
    [
      'Vertex, one region',
      `https://europe-west4-aiplatform.googleapis.com/v1beta1/${OURS}/europe-west4/publishers/google/models/gemini-2.5-flash:generateContent`,
      VERTEX,
      {},
      { other: ' europe-west4 ' },
    ],
    [
      'Vertex, several regions as one',
      `https://aiplatform.eu.rep.googleapis.com/v1beta1/${OURS}/eu/publishers/google/models/gemini-2.5-flash:generateContent`,
      VERTEX,
      {},
      { other: 'eu' },
    ],
    [
      'Vertex, the region of the model',
      `https://us-east5-aiplatform.googleapis.com/v1/${OURS}/us-east5/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict`,
      VERTEX,
      { format: 'anthropic-messages', model: 'claude-sonnet-4-5-20250929' },
      { other: '{"default": "europe-west1", "claude-sonnet-4-5-20250929": "us-east5"}' },
    ],
    [
      'Vertex, the region of all other models',
      `https://europe-west1-aiplatform.googleapis.com/v1/${OURS}/europe-west1/publishers/anthropic/models/claude-opus-4-6:streamRawPredict`,
      VERTEX,
      { format: 'anthropic-messages', model: 'claude-opus-4-6', isStream: true },
      { other: '{"default": "europe-west1", "claude-sonnet-4-5-20250929": "us-east5"}' },
    ],
    [
      'Vertex, the one Claude that is called otherwise',
      `http://up/v1/${OURS}/global/publishers/anthropic/models/claude-3-5-sonnet-v2@20241022:rawPredict`,
      VERTEX,
      { format: 'anthropic-messages', model: 'claude-3-5-sonnet-20241022' },
      { baseUrl: 'http://up' },
    ],
    [
      'Vertex, counting Claude’s tokens',
      `http://up/v1/${OURS}/global/publishers/anthropic/models/count-tokens:rawPredict`,
      VERTEX,
      { format: 'anthropic-count-tokens', model: 'claude-opus-4-6' },
      { baseUrl: 'http://up' },
    ],
    [
      'Vertex, another maker’s model',
      `http://up/v1/${OURS}/us-central1/endpoints/openapi/chat/completions`,
      VERTEX,
      { format: 'openai-chat', model: 'meta/llama-4-maverick-17b-128e-instruct-maas', isStream: true },
      { baseUrl: 'http://up', other: 'us-central1' },
    ],
    [
      'Vertex by an API key, which knows its project',
      'http://up/v1beta1/publishers/google/models/gemini-2.5-flash:generateContent',
      VERTEX,
      {},
      { baseUrl: 'http://up', key: 'AQ.key' },
    ],
  ]
  for (const [name, url, type, call, channel] of lines) {
    test(name, () => {
      expect(providerOfType(type).address(callOf(type, call, channel))).toBe(url)
    })
  }
})

describe('authentication', () => {
  const tell = (type: number, key: string) => {
    const call = callOf(type, { clientHeaders: new Headers({ 'x-goog-api-key': 'sk-client' }) }, { key })
    const { headers, credential, secrets } = providerOfType(type)
    return {
      headers: headers(call),
      credential: credential?.(call.channel, 'gemini-2.5-pro'),
      secrets: secrets?.(call.channel) ?? [],
    }
  }

  test('Gemini by a key', () => {
    expect(tell(GEMINI, 'AIza-key')).toEqual({
      headers: { 'x-goog-api-key': 'AIza-key' },
      credential: undefined,
      secrets: [],
    })
  })

  test('Vertex by a key', () => {
    expect(tell(VERTEX, 'AQ.key')).toEqual({
      headers: { 'x-goog-api-key': 'AQ.key' },
      credential: undefined,
      secrets: [],
    })
  })

  test('Vertex by a service account, whose names stay hidden', () => {
    expect(tell(VERTEX, ACCOUNT)).toEqual({
      headers: {},
      credential: 'google-service-account',
      secrets: ['our-project', 'someone@our-project.iam.gserviceaccount.com', '-----BEGIN PRIVATE KEY-----', ''],
    })
  })

  test('Claude’s betas are forwarded', () => {
    const clientHeaders = new Headers({ 'anthropic-beta': 'context-1m', 'anthropic-version': '2023-06-01' })
    const call = callOf(VERTEX, { format: 'anthropic-messages', model: 'claude-opus-4-6', clientHeaders })
    expect(providerOfType(VERTEX).headers(call)).toEqual({ 'anthropic-beta': 'context-1m' })
  })
})

describe('a body is patched', () => {
  const patchesOf = (type: number, call: Partial<ProviderCall>, body: Record<string, unknown> = {}) =>
    providerOfType(type).patches?.(callOf(type, call), name => body[name], [])

  const UNTOUCHED_SAFETY = [
    { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'OFF' },
    { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'OFF' },
    { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'OFF' },
    { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'OFF' },
    { category: 'HARM_CATEGORY_CIVIC_INTEGRITY', threshold: 'BLOCK_NONE' },
  ]

  test.each([GEMINI, VERTEX])(
    'type %i: the operator’s safety settings are added to requests of other dialects',
    type => {
      expect(patchesOf(type, {})).toEqual({ safetySettings: UNTOUCHED_SAFETY })
    },
  )

  test.each([GEMINI, VERTEX])('type %i: and not to requests of Gemini’s own clients', type => {
    expect(patchesOf(type, { isConverted: false })).toEqual({})
    expect(patchesOf(type, {}, { safetySettings: [] })).toEqual({})
  })

  test('a model that makes images is asked for images', () => {
    expect(patchesOf(GEMINI, { model: 'gemini-2.0-flash-exp' })).toEqual({
      safetySettings: UNTOUCHED_SAFETY,
      generationConfig: merge({ responseModalities: ['TEXT', 'IMAGE'] }),
    })
  })

  test('Claude on Vertex is named only in the address, except for token counting', () => {
    const claude = { model: 'claude-sonnet-4-5-20250929' }
    expect(patchesOf(VERTEX, { ...claude, format: 'anthropic-messages' })).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      model: undefined,
    })
    expect(patchesOf(VERTEX, { ...claude, format: 'anthropic-count-tokens' })).toEqual({
      anthropic_version: 'vertex-2023-10-16',
      model: 'claude-sonnet-4-5@20250929',
    })
  })
})

test('Vertex serves each maker’s model in its own dialect', () => {
  const dialectOf = (model: string) => providerOfType(VERTEX).target?.(model, callOf(VERTEX).channel)?.dialect
  expect([dialectOf('gemini-3-pro'), dialectOf('claude-opus-4-6'), dialectOf('meta/llama-4')]).toEqual([
    'gemini',
    'anthropic-messages',
    'openai-chat',
  ])
})
