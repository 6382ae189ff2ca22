import { expect, test } from 'bun:test'
import { makeConversationMarks } from '../plan/affinity/conversation-marks.ts'
import { envelopeOf, loggedCall, priceOfOutput, pricingOf } from '../settlement/testing.ts'
import { startRun } from './call-run.ts'

test('a call keeps the mark of its conversation, though the one it continues from is answered meanwhile', () => {
  const conversationMarks = makeConversationMarks('secret')
  const begin = (body: Record<string, unknown>) => {
    const logged = loggedCall({}, { path: '/v1/responses', format: 'openai-responses' })
    const admitted = { logged, envelope: envelopeOf(body), pricing: pricingOf(priceOfOutput(1)) }
    return startRun(admitted as never, new Request('http://tollgate.test'), { conversationMarks } as never)
  }
  const first = begin({ input: 'Hello', prompt_cache_key: 'k' })
  const next = begin({ input: 'on', previous_response_id: 'r1' })
  const mark = next.logged.conversation?.()
  conversationMarks.answered(first, ['r1'])
  expect(next.logged.conversation?.()).toBe(mark)
  const later = begin({ input: 'on', previous_response_id: 'r1' })
  expect(later.logged.conversation?.()).toBe(first.logged.conversation?.())
  expect(later.logged.conversation?.()).not.toBe(mark)
})
