import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { UpstreamError } from '../errors/upstream-error.ts'
import { keyFault, keyRestSeconds } from './key-failure.ts'

const SEED = 20_212

const failure = (fields: Partial<UpstreamError>): UpstreamError => ({
  status: 400,
  message: '',
  type: null,
  code: null,
  param: null,
  ...fields,
})

describe('a failure', () => {
  test.each<[string, Partial<UpstreamError>]>([
    ['OpenAI, a wrong key', { status: 401, code: 'invalid_api_key', type: 'invalid_request_error' }],
    ['OpenAI, no money', { status: 429, code: 'insufficient_quota', type: 'insufficient_quota' }],
    ['OpenAI, an account that is closed', { status: 403, code: 'account_deactivated' }],
    ['Anthropic, a wrong key', { status: 401, type: 'authentication_error', message: 'invalid x-api-key' }],
    ['Anthropic, no money', { message: 'Your credit balance is too low to access the Anthropic API.' }],
    ['Gemini, a wrong key', { code: 'INVALID_ARGUMENT', message: 'API key not valid. Please pass a valid API key.' }],
    ['DeepSeek, no money', { status: 402, message: 'Insufficient Balance' }],
    ['Alibaba, in arrears', { code: 'Arrearage' }],
    ['Moonshot, no money', { status: 429, type: 'exceeded_current_quota_error' }],
    ['Bedrock, a wrong key', { status: 403, type: 'UnrecognizedClientException' }],
  ])('%s, says that its key is refused', (_what, fields) => {
    expect(keyFault(failure(fields))).toBe('refused')
  })

  test.each<[string, Partial<UpstreamError>]>([
    ['OpenAI', { status: 429, code: 'rate_limit_exceeded', type: 'requests' }],
    ['Anthropic', { status: 429, type: 'rate_limit_error' }],
    ['Gemini', { status: 429, code: 'RESOURCE_EXHAUSTED' }],
    ['Bedrock', { status: 400, type: 'ThrottlingException' }],
    ['a host that gives no reason', { status: 429 }],
    ['a host that lets a key do less', { status: 403, type: 'permission_error' }],
  ])('of %s’s limits says that its key is to rest', (_who, fields) => {
    expect(keyFault(failure(fields))).toBe('limited')
  })

  test.each<[string, Partial<UpstreamError>]>([
    ['a faulty request', { status: 400, type: 'invalid_request_error' }],
    ['an unknown model', { status: 404, code: 'model_not_found' }],
    ['a host that is down', { status: 500 }],
    ['a host that is overloaded', { status: 529, type: 'overloaded_error' }],
    ['a request too large for any key', { status: 429, message: 'Request too large for gpt-4o in organization org-x' }],
  ])('of %s says nothing of the key', (_what, fields) => {
    expect(keyFault(failure(fields))).toBeNull()
  })

  test('that repeats a client’s words says nothing by them', () => {
    const sayings = fc.constantFrom(
      'API key not valid. Please pass a valid API key.',
      'Your credit balance is too low to access the Anthropic API.',
      'account has been deactivated',
      'invalid_api_key',
    )
    const quotes = fc.constantFrom('The model `', 'Invalid value: "', 'Unknown parameter: ')
    fc.assert(
      fc.property(fc.constantFrom(400, 404, 422, 500), quotes, sayings, (status, quote, saying) => {
        expect(keyFault(failure({ status, message: `${quote}${saying}` }))).toBeNull()
      }),
      { seed: SEED },
    )
  })
})

test('a rest is no shorter than asked or than the last one, and ends', () => {
  const faults = fc.constantFrom('limited' as const, 'refused' as const)
  fc.assert(
    fc.property(faults, fc.integer({ min: 1, max: 10_000 }), fc.nat(10_000_000), (fault, failures, asked) => {
      const rest = keyRestSeconds(fault, failures, asked)
      expect(rest).toBeGreaterThanOrEqual(Math.min(asked, 86_400))
      expect(rest).toBeGreaterThanOrEqual(fault === 'limited' ? 5 : 60)
      expect(rest).toBeLessThanOrEqual(86_400)
      expect(keyRestSeconds(fault, failures + 1, asked)).toBeGreaterThanOrEqual(rest)
    }),
    { seed: SEED },
  )
})
