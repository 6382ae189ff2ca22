import { describe, expect, test } from 'bun:test'
import type { UpstreamError } from '@tollgate/gateway'
import { type RelayErrorCode, relayError } from '../../call/relay-error.ts'
import { AttemptFailure } from '../../errors/upstream-failure.ts'
import { retryAfterMs } from './retry-after.ts'
import { verdictOf } from './verdict.ts'

const NAMES = ['gpt-4o', 'deployment-9']
const told = (status: number, message = 'It broke', more: Partial<UpstreamError> = {}) =>
  verdictOf(new AttemptFailure({ status, message, type: null, code: null, param: null, ...more }, null, null), NAMES)
const own = (code: RelayErrorCode) => verdictOf(new AttemptFailure(relayError(code), null, null), NAMES)

describe('who is at fault, and whether another channel may be tried', () => {
  const cases: [name: string, verdict: ReturnType<typeof told>, blames: string, isRetriable: boolean][] = [
    ['500', told(500), 'channel', true],
    ['429', told(429), 'channel', true],
    ['429 that names the model', told(429, 'Rate limit reached for GPT-4o in your organization'), 'model', true],
    ['429 that names it as it was sent', told(429, 'deployment-9 is busy'), 'model', true],
    ['401', told(401), 'channel', true],
    ['403', told(403), 'channel', true],
    ['404 of something else', told(404, 'No such response'), 'request', true],
    ['404 of the model', told(404, 'models/gpt-4o is not found for API version v1beta'), 'model', true],
    ['a code that says so', told(400, 'No', { code: 'model_not_found' }), 'model', true],
    ['a code in another spelling', told(404, 'No', { code: 'DeploymentNotFound' }), 'model', true],
    ['529', told(529, 'Overloaded', { type: 'overloaded_error' }), 'model', true],
    ['503', told(503), 'channel', true],
    ['503 that names the model', told(503, 'gpt-4o has no capacity'), 'model', true],
    ['400', told(400, 'gpt-4o takes no images'), 'request', false],
    ['422', told(422), 'request', false],
    ['504', told(504), 'channel', false],
    ['524', told(524), 'channel', false],
    ['unreachable', own('upstream_unreachable'), 'channel', true],
    ['silent', own('upstream_silent'), 'channel', true],
    ['no first byte', own('upstream_first_byte_timeout'), 'channel', true],
    ['no connection', own('upstream_connect_timeout'), 'channel', true],
    ['too large', own('upstream_too_large'), 'channel', false],
    ['a server that stops', own('shutting_down'), 'unknown', false],
    ['memory that is used up', own('memory_used_up'), 'unknown', false],
    ['a body that is no form', own('body_not_form'), 'unknown', false],
  ]
  test.each(cases)('%s', (_, verdict, blames, isRetriable) => {
    expect({ blames: verdict.blames, isRetriable: verdict.isRetriable }).toEqual({ blames, isRetriable } as never)
  })

  test('a timeout counts as silence', () => {
    expect(own('upstream_silent').isSilence).toBe(true)
    expect(own('upstream_unreachable').isSilence).toBe(false)
    expect(told(504).isSilence).toBe(false)
  })
})

test('Retry-After is read in seconds and as a date', () => {
  const now = Date.parse('Sun, 22 Nov 2026 12:00:00 GMT')
  expect(retryAfterMs('7', now)).toBe(7_000)
  expect(retryAfterMs('0', now)).toBe(0)
  expect(retryAfterMs('Sun, 22 Nov 2026 12:00:30 GMT', now)).toBe(30_000)
  expect(retryAfterMs('Sun, 22 Nov 2026 11:00:30 GMT', now)).toBe(0)
  expect(retryAfterMs('soon', now)).toBe(0)
  expect(retryAfterMs(null, now)).toBe(0)
})
