import { describe, expect, spyOn, test } from 'bun:test'
import { LOG_TYPE } from '@tollgate/contract'
import type { Loss } from '@tollgate/gateway'
import { relayError } from '../call/relay-error.ts'
import { endedByOf } from '../errors/ended-by.ts'
import type { LoggedCall } from '../request/logged-call.ts'
import { consumption } from './charge-answer.ts'
import { consumeRow, errorRow } from './record-end.ts'
import { channel, envelopeOf, loggedCall, tallyOf } from './testing.ts'

const otherOf = (logged: LoggedCall, now = 1) => {
  const charged = { quota: 1, promptTokens: 2, completionTokens: 3, other: { frt: 4 } }
  return JSON.parse(consumeRow(logged, now, charged).other ?? '')
}

describe('the row of an answered call', () => {
  test('has the caller, the channel and the cost', () => {
    const logged = loggedCall({ conversation: () => 77 })
    logged.call.startedAt = performance.now() - 2_600
    const other = { frt: 4, model_ratio: 1 }
    const { duration_ms, ...row } = consumeRow(logged, 99, { quota: 50, promptTokens: 2, completionTokens: 3, other })
    expect(duration_ms).toBeWithin(2_600, 60_000)
    expect(row).toEqual({
      user_id: 11,
      username: 'nina',
      token_id: 12,
      token_name: 'mine',
      created_at: 99,
      model_name: 'gpt',
      group: 'vip',
      is_stream: 1,
      use_time: 3,
      channel_id: 8,
      request_id: 'client-id',
      conversation: 77,
      type: LOG_TYPE.consume,
      quota: 50,
      prompt_tokens: 2,
      completion_tokens: 3,
      cache_saved: 0,
      cache_tokens: 0,
      error_code: '',
      first_token_ms: 4,
      other: JSON.stringify({
        request_path: '/v1/chat/completions',
        admin_info: { use_channel: ['7', '8'] },
        frt: 4,
        model_ratio: 1,
        call_id: 'own-id',
      }),
    })
  })

  test('says what the cache saved, by its own figures', () => {
    const other = { model_ratio: 2, cache_tokens: 10, cache_ratio: 0.1 }
    const row = consumeRow(loggedCall(), 99, { quota: 2, promptTokens: 10, completionTokens: 0, other })
    expect([row.cache_tokens, row.cache_saved]).toEqual([10, 18])
  })

  test('has rounded seconds, and no channel if none was tried', () => {
    const logged = loggedCall({ tried: [], isStream: false })
    // A fixed clock, because a test takes an unknown time.
    const clock = spyOn(performance, 'now').mockReturnValue(10_000_000)
    logged.call.startedAt = performance.now() - 2_300
    const charged = { quota: 0, promptTokens: 0, completionTokens: 0, other: {} }
    expect(consumeRow(logged, 1, charged)).toMatchObject({ use_time: 2, channel_id: 0, is_stream: 0 })
    logged.call.startedAt = performance.now() - 3_600_000
    expect(consumeRow(logged, 1, charged).use_time).toBe(3_600)
    clock.mockRestore()
  })

  test('names the upstream’s model if it differs', () => {
    const losses: LoggedCall['sentRequest'] = { model: 'gpt', losses: [] }
    expect(otherOf(loggedCall({ sentRequest: losses }))).not.toHaveProperty('is_model_mapped')
    expect(otherOf(loggedCall({ sentRequest: { model: 'gpt-5', losses: [] } }))).toMatchObject({
      is_model_mapped: true,
      upstream_model_name: 'gpt-5',
    })
  })

  test('has the reasoning effort of the model’s name, else the client’s', () => {
    const reasoningEffort = 'low'
    expect(otherOf(loggedCall())).not.toHaveProperty('reasoning_effort')
    expect(otherOf(loggedCall({ reasoningEffort })).reasoning_effort).toBe('low')
    const sentRequest = { model: 'gpt', effort: 'high', losses: [] }
    expect(otherOf(loggedCall({ reasoningEffort, sentRequest })).reasoning_effort).toBe('high')
  })

  test('has the output limit that was set, and what was not sent upstream', () => {
    const plain = otherOf(loggedCall({ sentRequest: { model: 'gpt', losses: [] } }))
    expect([plain.output_limit, plain.losses]).toEqual([undefined, undefined])
    const losses: Loss[] = [{ what: 'seed', why: 'Gemini does not support it' }]
    expect(otherOf(loggedCall({ sentRequest: { model: 'gpt', losses, outputLimit: 0 } }))).toMatchObject({
      output_limit: 0,
      losses: ['seed: Gemini does not support it'],
    })
  })
})

describe('the row of a call that got no answer', () => {
  const failed = { message: 'No.', type: 'api_error', code: 'internal', status: 500 } as Parameters<typeof errorRow>[2]

  test('has the reason, the channel’s type and the rule', () => {
    const rule = { ended_by: 'upstream_error', known: 'nothing', charged: 'free' } as const
    const row = errorRow(loggedCall(), 99, failed, rule)
    expect(row).toMatchObject({ type: LOG_TYPE.error, content: 'No.', created_at: 99, channel_id: 8 })
    expect(row.quota).toBe(0)
    expect(JSON.parse(row.other ?? '')).toEqual({
      request_path: '/v1/chat/completions',
      admin_info: { use_channel: ['7', '8'] },
      error_type: 'api_error',
      error_code: 'internal',
      status_code: 500,
      channel_type: 14,
      charge_rule: rule,
    })
  })

  test('has no channel and no rule if nothing was sent', () => {
    const other = JSON.parse(errorRow(loggedCall({ tried: [] }), 99, failed).other ?? '')
    expect(other).not.toContainAnyKeys(['channel_type', 'charge_rule'])
    expect(JSON.parse(errorRow(loggedCall({ tried: [channel(3, 0)] }), 1, failed).other ?? '').channel_type).toBe(0)
  })
})

test.each([
  ['client_gone', 'client_during'],
  ['client_too_slow', 'client_during'],
  ['upstream_broke_off', 'upstream_closed'],
  ['upstream_empty', 'upstream_closed'],
  ['upstream_first_byte_timeout', 'time_limit'],
  ['upstream_connect_timeout', 'time_limit'],
  ['upstream_silent', 'time_limit'],
  ['upstream_too_slow', 'time_limit'],
  ['quota_used_up', 'gateway_stop'],
  ['database_unavailable', 'gateway_stop'],
  ['internal', 'gateway_stop'],
  ['shutting_down', 'drain'],
  ['upstream_unreachable', 'upstream_error'],
] as const)('a call that fails with %s was ended by %s', (code, endedBy) => {
  expect(endedByOf(relayError(code))).toBe(endedBy)
})

test('an upstream’s own error means that the upstream ended the call, whatever its code', () => {
  const error = { status: 500, message: 'no', type: null, code: 'shutting_down', param: null }
  expect(endedByOf(error)).toBe('upstream_error')
})

test('an answer has consumed the reported usage once it is final, and until then what was seen', () => {
  const usage = { ...consumption('openai-chat', envelopeOf({}), tallyOf()).usage, input: 5, output: 2 }
  const tally = tallyOf({ usage, outputTokens: 9, produced: true })
  expect(consumption('openai-chat', envelopeOf({}), tally)).toMatchObject({ usage: { output: 9 }, source: 'estimated' })
  const final = consumption('openai-chat', envelopeOf({}), { ...tally, usageIsFinal: true })
  expect(final).toMatchObject({ usage: { input: 5, output: 2 } })
  const limits = { contextWindow: 3, output: 1 }
  expect(consumption('openai-chat', envelopeOf({}), { ...tally, usageIsFinal: true }, limits)).toMatchObject({
    usage: { input: 3, output: 1 },
    source: 'clamped',
  })
})
