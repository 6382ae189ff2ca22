import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { disableReason, isAboutAccount, type RefusedAttempt } from './disable-reason.ts'

const KEYWORDS = ['Your credit balance is too low', 'Permission denied', '  ', '']
const refused = (given: Partial<RefusedAttempt>): RefusedAttempt => ({
  ...{ channelType: 1, status: 400, message: 'Bad temperature', type: 'invalid_request_error', code: null },
  ...given,
})

describe('what an upstream says of a key or an account that no longer works', () => {
  test.each<Partial<RefusedAttempt>>([
    { status: 401, type: null },
    { code: 'invalid_api_key' },
    { code: 'account_deactivated' },
    { code: 'billing_not_active' },
    { status: 429, type: 'insufficient_quota' },
    { type: 'insufficient_user_quota' },
    { type: 'authentication_error' },
  ])('%j disables at once', given => {
    const failure = refused(given)
    expect(disableReason(failure, [])).toBe(`${failure.status}: Bad temperature`)
    expect(isAboutAccount(failure)).toBe(true)
  })

  test.each<Partial<RefusedAttempt>>([
    { status: 403, channelType: 24, type: null },
    { status: 403, type: 'permission_error' },
    { status: 403, type: 'forbidden' },
    { message: 'YOUR CREDIT BALANCE IS TOO LOW to access the API' },
    { status: 500, message: 'rpc error: permission DENIED on resource' },
  ])('%j disables once it is confirmed', given => {
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

test('no status but 401, and 403 of Gemini, disables by itself', () => {
  const statuses = fc.integer({ min: 400, max: 599 })
  fc.assert(
    fc.property(statuses, fc.integer({ min: 1, max: 49 }), fc.string(), (status, channelType, message) => {
      const isSpecial = status === 401 || (status === 403 && channelType === 24)
      const reason = disableReason({ channelType, status, message, type: null, code: null }, [])
      expect(reason).toBe(isSpecial ? `${status}: ${message}` : undefined)
    }),
    { seed: 12 },
  )
})

test('a keyword is found wherever it stands, in any case, and a blank one nowhere', () => {
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
