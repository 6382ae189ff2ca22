import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { disableReason, isAboutAccount, keyFault, type RefusedAttempt } from './account-failure.ts'

const SEED = 20_212

const failure = (fields: Partial<RefusedAttempt>): RefusedAttempt => ({
  channelType: 1,
  status: 400,
  message: '',
  type: null,
  code: null,
  ...fields,
})

describe('a failure', () => {
  test.each<[string, Partial<RefusedAttempt>]>([
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
  ])('%s, means that its key is refused', (_what, fields) => {
    expect(keyFault(failure(fields))).toBe('refused')
  })

  test.each<[string, Partial<RefusedAttempt>]>([
    ['OpenAI', { status: 429, code: 'rate_limit_exceeded', type: 'requests' }],
    ['Anthropic', { status: 429, type: 'rate_limit_error' }],
    ['Gemini', { status: 429, code: 'RESOURCE_EXHAUSTED' }],
    ['Bedrock', { status: 400, type: 'ThrottlingException' }],
    ['a host that gives no reason', { status: 429 }],
    ['a host that lets a key do less', { status: 403, type: 'permission_error' }],
  ])('of %s’s limits means that its key should rest', (_who, fields) => {
    expect(keyFault(failure(fields))).toBe('limited')
  })

  test.each<[string, Partial<RefusedAttempt>]>([
    ['a faulty request', { status: 400, type: 'invalid_request_error' }],
    ['an unknown model', { status: 404, code: 'model_not_found' }],
    ['a host that is down', { status: 500 }],
    ['a host that is overloaded', { status: 529, type: 'overloaded_error' }],
    ['a request too large for any key', { status: 429, message: 'Request too large for gpt-4o in organization org-x' }],
  ])('of %s does not involve the key', (_what, fields) => {
    expect(keyFault(failure(fields))).toBeNull()
  })

  test('that repeats a client’s words is not judged by them', () => {
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

const KEYWORDS = ['Your credit balance is too low', 'Permission denied', '  ', '']
const refused = (given: Partial<RefusedAttempt>): RefusedAttempt => ({
  channelType: 1,
  status: 400,
  message: 'Bad temperature',
  type: 'invalid_request_error',
  code: null,
  ...given,
})

describe('errors about a key or an account that no longer works', () => {
  test.each<Partial<RefusedAttempt>>([
    { status: 401, type: null },
    { status: 402, type: null },
    { code: 'Arrearage' },
    { type: 'billing_error' },
    { code: 'invalid_api_key' },
    { code: 'account_deactivated' },
    { code: 'billing_not_active' },
    { status: 429, type: 'insufficient_quota' },
    { type: 'insufficient_user_quota' },
    { type: 'authentication_error' },
  ])('%j disables at once', given => {
    const failure = refused(given)
    expect(disableReason(failure, [])).toBe(`${failure.status}: Bad temperature`)
    expect(keyFault(failure)).toBe('refused')
    expect(isAboutAccount(failure)).toBe(true)
  })

  test.each<Partial<RefusedAttempt>>([
    { status: 403, channelType: 24, type: null },
    { status: 403, type: 'permission_error' },
    { status: 403, type: 'forbidden' },
    { status: 429, message: 'You exceeded your current quota, please check your plan and billing details.' },
    { message: 'YOUR CREDIT BALANCE IS TOO LOW to access the API' },
    { status: 500, message: 'rpc error: permission DENIED on resource' },
  ])('%j disables once confirmed', given => {
    expect(disableReason(refused(given), KEYWORDS)).toBeString()
    expect(isAboutAccount(refused(given))).toBe(false)
  })

  test.each<Partial<RefusedAttempt>>([
    {},
    { status: 403, type: null },
    { status: 404 },
    { status: 429, type: 'rate_limit_error' },
    { status: 500, type: 'server_error' },
    { status: 529, type: 'overloaded_error' },
    { message: 'permission is denied' },
  ])('%j disables nothing', given => {
    expect(disableReason(refused(given), KEYWORDS)).toBeUndefined()
  })
})

test('no status except 401, 402, and Gemini’s 403, disables by itself', () => {
  const statuses = fc.integer({ min: 400, max: 599 })
  fc.assert(
    fc.property(statuses, fc.integer({ min: 1, max: 49 }), fc.string(), (status, channelType, message) => {
      const isSpecial = status === 401 || status === 402 || (status === 403 && channelType === 24)
      const reason = disableReason({ channelType, status, message, type: null, code: null }, [])
      expect(reason).toBe(isSpecial ? `${status}: ${message}` : undefined)
    }),
    { seed: 12 },
  )
})

test('a keyword is found at any position, in any case, and a blank one never', () => {
  const word = fc.string({ minLength: 1 }).filter(text => text.trim() !== '')
  fc.assert(
    fc.property(word, fc.string(), fc.string(), (keyword, before, after) => {
      const failure = refused({ message: `${before} ${keyword.toUpperCase().toLowerCase()} ${after}` })
      expect(disableReason(failure, [keyword.toUpperCase()])).toBe(`${failure.status}: ${failure.message}`)
      expect(disableReason(failure, ['', '  ', '\t'])).toBeUndefined()
    }),
    { seed: 12 },
  )
})

test('every error that disables a channel at once refuses its key, and a limit alone disables nothing', () => {
  const word = fc.constantFrom('insufficient_quota', 'rate_limit_error', 'permission_error', 'server_error', null)
  const statuses = fc.constantFrom(400, 401, 402, 403, 404, 413, 429, 500, 529)
  const types = fc.constantFrom(1, 14, 24, 33)
  fc.assert(
    fc.property(statuses, word, word, types, (status, code, type, channelType) => {
      const attempt = failure({ status, code, type, channelType })
      if (isAboutAccount(attempt)) expect(keyFault(attempt)).toBe('refused')
      if (keyFault(attempt) === null) expect(disableReason(attempt, [])).toBeUndefined()
    }),
    { seed: SEED },
  )
})
