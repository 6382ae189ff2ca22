import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Answer } from '../../canonical/answer.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import { gather } from '../../canonical/gather.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { asObjects, type JsonObject } from '../../raw/json.ts'
import type { Dialect } from '../common/dialect.ts'
import { type DialectId, dialects } from '../index.ts'
import { answers, requests } from './arbitrary.ts'
import { answerEssence, partsEssence, requestEssence, undeclared } from './essence.ts'
import { context, throughStream, throughWhole } from './run.ts'
import { isOfStreams } from './unnamed.ts'

const all: readonly Dialect[] = Object.values(dialects)
const pairs = all.flatMap(from => all.map(to => ({ from, to })))

/** As the next gateway, or the same one a turn later, reads it. */
const through = (dialect: Dialect, request: CanonicalRequest): CanonicalRequest =>
  dialect.readRequest(parseExact(JSON.stringify(dialect.writeRequest(request, { model: request.model }).body)), request)

/** How a client of each dialect sends an answer back in its next request. */
const HAND_BACK: Readonly<Record<DialectId, (written: JsonObject) => JsonObject>> = {
  'openai-chat': ({ choices }) => ({ messages: [HI, asObjects(choices)[0]?.message] }),
  'openai-responses': ({ output }) => ({ input: [HI, ...asObjects(output)] }),
  'anthropic-messages': ({ content }) => ({ max_tokens: 9, messages: [HI, { role: 'assistant', content }] }),
  gemini: ({ candidates }) => ({ contents: [{ parts: [{ text: 'Hi' }] }, asObjects(candidates)[0]?.content] }),
}
const HI = { role: 'user', content: 'Hi' }

describe.each(pairs)('$from.id → $to.id → back', ({ from, to }) => {
  test('a conversation keeps its texts, images, ids and arguments', () => {
    fc.assert(
      fc.property(requests, request => {
        expect(requestEssence(through(from, through(to, through(from, request))))).toEqual(requestEssence(request))
      }),
      { seed: 20260801, numRuns: 150 },
    )
  })

  test('an answer sent back a turn later returns its signatures to the family that made them', () => {
    fc.assert(
      fc.property(answers, events => {
        const answer = gather(events)
        const next = handBack(from, answer)
        const said = next.turns.filter(turn => turn.role === 'assistant').flatMap(turn => turn.parts)
        expect(partsEssence(said)).toEqual(partsEssence(answer.parts))

        const { body } = to.writeRequest(next, { model: 'model-1' })
        const asked = JSON.stringify(body)
        for (const signature of signaturesOf(answer, to.origin)) expect(asked).toContain(signature)
      }),
      { seed: 20260801, numRuns: 150 },
    )
  })
})

describe.each(all)('$id', dialect => {
  test('an answer reads back as it was written, streamed and whole', () => {
    fc.assert(
      fc.property(answers, events => {
        const before = answerEssence(gather(events))
        const streamed = throughStream(dialect, events)
        expect(undeclared(before, answerEssence(streamed.answer), streamed.losses)).toEqual({})
        expect(streamed.losses.filter(loss => !isOfStreams(dialect, loss))).toEqual([])
        expect(answerEssence(throughWhole(dialect, gather(events)).answer)).toEqual(before)
      }),
      { seed: 20260801, numRuns: 150 },
    )
  })
})

function handBack(client: Dialect, answer: Answer): CanonicalRequest {
  const { body } = client.writeWhole(answer, context)
  const next = HAND_BACK[client.id as DialectId](body) // the registry's own keys
  const address = { model: 'model-1', stream: false }
  return client.readRequest(parseExact(JSON.stringify({ model: 'model-1', ...next })), address)
}

/** Google accepts signatures on any part, others only on reasoning. */
const signaturesOf = (answer: Answer, origin: string): string[] =>
  answer.parts
    .filter(part => part.type === 'reasoning' || origin === 'google')
    .flatMap(part => ('signature' in part && part.signature?.origin === origin ? part.signature.value : []))
