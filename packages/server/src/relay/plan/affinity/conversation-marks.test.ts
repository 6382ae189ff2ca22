import { describe, expect, test } from 'bun:test'
import { scanObject } from '@tollgate/gateway'
import { once } from '../../../platform/process/once.ts'
import { conversationOf } from '../../request/conversation-of.ts'
import { loggedCall } from '../../settlement/testing.ts'
import { type MarkedRun, makeConversationMarks } from './conversation-marks.ts'

interface Call {
  format?: string
  userId?: number
  stored?: { chain?: string[]; conversationId?: string; id?: string }
  headers?: Record<string, string>
}

/** A call with this body, marked by these marks. */
function run(marks: ReturnType<typeof makeConversationMarks>, body: Record<string, unknown>, call: Call = {}) {
  const { format = 'openai-chat', userId = 1, stored, headers = {} } = call
  const logged = loggedCall({}, { format })
  Object.assign(logged.call, { stored: stored && { chain: [], conversationId: '', id: '', ...stored } })
  logged.identity = { ...logged.identity, userId }
  const envelope = { body: scanObject(JSON.stringify(body)), member: (name: string) => body[name] }
  const request = new Request('http://x', { headers })
  const made = {
    logged,
    envelope,
    request,
    conversation: once(() => conversationOf(envelope, request.headers)),
  } as MarkedRun
  logged.conversation = once(() => marks.of(made))
  return made
}

const HI = { role: 'user', content: 'Hi' }
const LATER = [HI, { role: 'assistant', content: 'Yes?' }, { role: 'user', content: 'Go on' }]
const RESPONSES = 'openai-responses'

describe('the mark of a conversation', () => {
  const marks = makeConversationMarks('secret')
  const mark = (body: Record<string, unknown>, call?: Call) => marks.of(run(marks, body, call))

  test.each<[by: string, first: number, next: number, other: number]>([
    ['how it begins', mark({ messages: [HI] }), mark({ messages: LATER }), mark({ messages: LATER.slice(1) })],
    [
      'prompt_cache_key',
      mark({ prompt_cache_key: 'k', messages: [HI] }),
      mark({ prompt_cache_key: 'k', messages: LATER.slice(1) }),
      mark({ prompt_cache_key: 'o', messages: [HI] }),
    ],
    [
      'metadata.user_id',
      mark({ metadata: { user_id: 'u' } }),
      mark({ metadata: { user_id: 'u' }, messages: LATER }),
      mark({ metadata: { user_id: 'v' } }),
    ],
    ['session_id', mark({ session_id: 's' }), mark({}, { headers: { session_id: 's' } }), mark({ session_id: 't' })],
    ['its user', mark({ messages: [HI] }), mark({ messages: [HI] }), mark({ messages: [HI] }, { userId: 2 })],
    [
      'the name its client gives it, whatever response it goes on from',
      mark({ prompt_cache_key: 'k' }, { format: RESPONSES }),
      mark({ prompt_cache_key: 'k', previous_response_id: 'r' }, { format: RESPONSES }),
      mark({ prompt_cache_key: 'o', previous_response_id: 'r' }, { format: RESPONSES }),
    ],
    [
      'the response its stored ones began with',
      mark({ input: 'a' }, { format: RESPONSES, stored: { chain: ['1', '2'] } }),
      mark({ input: 'b' }, { format: RESPONSES, stored: { chain: ['1', '2', '3'] } }),
      mark({ input: 'a' }, { format: RESPONSES, stored: { chain: ['2', '3'] } }),
    ],
    [
      'the stored conversation',
      mark({ input: 'a' }, { format: RESPONSES, stored: { conversationId: 'c' } }),
      mark({ input: 'b' }, { format: RESPONSES, stored: { conversationId: 'c' } }),
      mark({ input: 'a' }, { format: RESPONSES, stored: { conversationId: 'd' } }),
    ],
  ])('is known by %s', (_, first, next, other) => {
    expect(first).toBeGreaterThan(0)
    expect(Number.isSafeInteger(first)).toBe(true)
    expect(next).toBe(first)
    expect(other).not.toBe(first)
  })

  test('stays the same along a chain of responses, for its user only', () => {
    const first = run(marks, { input: 'Hi' }, { format: RESPONSES })
    marks.answered(first, ['resp_1', null, undefined])
    const next = run(marks, { input: 'Go on', previous_response_id: 'resp_1' }, { format: RESPONSES })
    expect(marks.of(next)).toBe(marks.of(first))
    marks.answered(next, ['resp_2'])
    const stored = { chain: ['resp_1', 'resp_2'] }
    expect(marks.of(run(marks, { input: 'And on' }, { format: RESPONSES, stored }))).toBe(marks.of(first))
    const stranger = { format: RESPONSES, userId: 2 }
    expect(marks.of(run(marks, { previous_response_id: 'resp_1' }, stranger))).not.toBe(marks.of(first))
  })

  test('is 0 without a conversation and for an unreadable one', () => {
    expect(mark({ input: 'Hi' }, { format: 'openai-embeddings' })).toBe(0)
    expect(mark({ model: 'm' })).toBe(0)
    const broken = run(marks, { messages: [HI] }, { format: RESPONSES })
    broken.envelope.member = () => JSON.parse('{')
    expect(marks.of(broken)).toBe(0)
  })

  test('cannot be computed without the secret', () => {
    const others = makeConversationMarks('another secret')
    expect(others.of(run(others, { messages: [HI] }))).not.toBe(mark({ messages: [HI] }))
  })
})
