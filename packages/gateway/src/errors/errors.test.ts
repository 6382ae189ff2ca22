import { describe, expect, test } from 'bun:test'
import { anthropicErrors } from '../protocols/anthropic-messages/errors.ts'
import { geminiErrors } from '../protocols/gemini/errors.ts'
import { openAiErrors } from '../protocols/openai-chat/errors.ts'
import { responsesErrors } from '../protocols/openai-responses/errors.ts'
import { findError, makeRedactor, readUpstreamError, writeError, writeErrorEvent } from './index.ts'

describe('reading', () => {
  test('an error keeps the upstream’s type, code and param', () => {
    const body =
      '{"error":{"message":"Bad temperature","type":"invalid_request_error","param":"temperature","code":"too_low"}}'
    expect(readUpstreamError(400, body, 'application/json')).toEqual({
      status: 400,
      message: 'Bad temperature',
      type: 'invalid_request_error',
      code: 'too_low',
      param: 'temperature',
    })
  })

  test.each([
    ['{"error":{"code":404,"message":"no such model","status":"NOT_FOUND"}}', 'no such model'],
    ['[{"error":{"code":404,"message":"in a list"}}]', 'in a list'],
    ['{"error":"only a text"}', 'only a text'],
    ['{"message":"plain","error":{"message":"first"}}', 'first'],
    ['{"message":"plain"}', 'plain'],
    ['{"msg":"short","code":7}', 'short'],
    ['{"err":"shorter"}', 'shorter'],
    ['{"error_msg":"snake"}', 'snake'],
    ['{"header":{"message":"in the header"}}', 'in the header'],
    ['{"response":{"error":{"message":"inside","code":"server_error"}}}', 'inside'],
    ['{"detail":"Not Found"}', 'Not Found'],
    ['{"error":{"code":"x"}}', 'The upstream reports an error without a reason'],
  ])('%s', (body, message) => {
    expect(readUpstreamError(404, body, 'application/json')).toMatchObject({ status: 404, message })
  })

  test.each([
    ['', null, 'The upstream answered with status 502 and nothing else'],
    ['<html><h1>nginx at 10.0.0.7</h1></html>', 'text/html', 'The upstream answered with status 502 and a web page'],
    ['<!doctype html>', null, 'The upstream answered with status 502 and a web page'],
    ['{"cut', 'application/json', 'The upstream answered with status 502 and no readable reason'],
    ['{"ok":true}', 'application/json', 'The upstream answered with status 502 and no readable reason'],
    ['no healthy upstream', 'text/plain; charset=utf-8', 'no healthy upstream'],
  ])('%j becomes a plain sentence', (body, contentType, message) => {
    expect(readUpstreamError(502, body, contentType)).toEqual({
      status: 502,
      message,
      type: 'upstream_error',
      code: 'bad_response_status_code',
      param: null,
    })
  })

  test('a long message is cut after redaction, so that no half of a key is left', () => {
    const message = `${'x'.repeat(1990)} sk-abcdefghijklmnopqrstuvwxyz ${'y'.repeat(5000)}`
    const read = readUpstreamError(400, JSON.stringify({ message }), null)
    expect(read.message).toBe(`${'x'.repeat(1990)} *** ${'y'.repeat(5)}…`)
    const endless = JSON.stringify({ message: 'abcdef-0123456789 '.repeat(3_500) })
    expect(readUpstreamError(400, endless, null, makeRedactor(['abcdef-0123456789'])).message).toBe(
      `${'*** '.repeat(500)}…`,
    )
  })

  test.each([-1, 0, 99, 101, 302, 600, 999, 1e9, Number.NaN])(
    'status %d is not an error status and becomes 502',
    status => {
      expect(readUpstreamError(status, '{"error":{"message":"odd"}}', null)).toMatchObject({
        status: 502,
        message: 'odd',
      })
    },
  )
})

describe('the status of an error inside a stream', () => {
  test.each([
    [{ error: { message: 'a', status_code: 400, code: 'tool_use_failed' } }, 400],
    [{ error: { message: 'a', code: 429 } }, 429],
    [{ error: { message: 'a', code: '503' } }, 503],
    [{ error: { message: 'a', status: 'RESOURCE_EXHAUSTED' } }, 429],
    [{ type: 'error', error: { message: 'a', type: 'overloaded_error' } }, 529],
    [{ type: 'error', message: 'a', code: 'rate_limit_exceeded' }, 429],
    [{ error: { message: 'a', type: 'constructor' } }, 500],
    [{ error: 'a' }, 500],
  ])('%j', (event, status) => {
    expect(findError(event)?.status).toBe(status)
  })

  test('an event without an error has none', () => {
    expect(findError({ error: null, choices: [] })).toBeNull()
    expect(findError('text')).toBeNull()
  })
})

describe('writing', () => {
  const failure = { status: 429, message: 'Slow down', requestId: 'r1' }

  test('OpenAI', () => {
    const error = { message: 'Slow down (request id: r1)', type: 'rate_limit_error', param: null, code: null }
    expect(JSON.parse(writeError(openAiErrors, failure))).toEqual({ error })
    expect(writeErrorEvent(openAiErrors, failure)).toBe(`data: ${JSON.stringify({ error })}\n\n`)
    expect(JSON.parse(writeError(openAiErrors, { ...failure, type: 'quota', code: 'empty', param: 'n' }))).toEqual({
      error: { ...error, type: 'quota', code: 'empty', param: 'n' },
    })
  })

  test('OpenAI’s clients get a lack of quota as a bad request, so that LiteLLM does not retry', () => {
    const poor = { ...failure, status: 403, type: 'insufficient_quota', code: 'token_quota_insufficient' }
    expect(JSON.parse(writeError(openAiErrors, poor)).error).toMatchObject({
      type: 'insufficient_quota',
      category: 'invalid_request_error',
    })
    expect(JSON.parse(writeError(openAiErrors, { ...poor, type: null })).error).not.toHaveProperty('category')
  })

  test.each([
    [400, 'INVALID_ARGUMENT', 'invalid_request_error'],
    [429, 'RESOURCE_EXHAUSTED', 'rate_limit_error'],
    [503, 'UNAVAILABLE', 'server_error'],
  ])('OpenAI’s clients get Google’s %d %s as one of their types', (status, word, type) => {
    const googles = { ...failure, status, type: word, code: String(status) }
    expect(JSON.parse(writeError(openAiErrors, googles)).error).toMatchObject({ type, code: word })
    expect(writeErrorEvent(responsesErrors, googles)).toContain(`"code":"${word}"`)
  })

  test('Responses has an error event of its own', () => {
    expect(JSON.parse(writeError(responsesErrors, failure))).toEqual(JSON.parse(writeError(openAiErrors, failure)))
    const [eventLine, dataLine] = writeErrorEvent(responsesErrors, { ...failure, code: 'empty' }).split('\n')
    expect(eventLine).toBe('event: error')
    expect(JSON.parse(dataLine?.slice(6) ?? '')).toEqual({
      type: 'error',
      code: 'empty',
      message: 'Slow down (request id: r1)',
      param: null,
      sequence_number: 0,
    })
  })

  test('Anthropic', () => {
    const body = {
      type: 'error',
      error: { type: 'rate_limit_error', message: 'Slow down (request id: r1)' },
      request_id: 'r1',
    }
    expect(JSON.parse(writeError(anthropicErrors, failure))).toEqual(body)
    expect(writeErrorEvent(anthropicErrors, failure)).toBe(`event: error\ndata: ${JSON.stringify(body)}\n\n`)
  })

  test('Gemini', () => {
    const error = { code: 429, message: 'Slow down (request id: r1)', status: 'RESOURCE_EXHAUSTED' }
    expect(JSON.parse(writeError(geminiErrors, failure))).toEqual({ error })
    expect(writeErrorEvent(geminiErrors, failure)).toBe(`data: ${JSON.stringify({ error })}\n\n`)
  })

  test.each([
    [418, 'invalid_request_error', 'INVALID_ARGUMENT'],
    [502, 'api_error', 'INTERNAL'],
    [529, 'overloaded_error', 'INTERNAL'],
  ])('status %d has a word in each dialect', (status, anthropic, gemini) => {
    expect(JSON.parse(writeError(anthropicErrors, { ...failure, status })).error.type).toBe(anthropic)
    expect(JSON.parse(writeError(geminiErrors, { ...failure, status })).error.status).toBe(gemini)
  })
})
