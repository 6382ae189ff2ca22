import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import { gather } from '../../canonical/gather.ts'
import type { Part } from '../../canonical/parts.ts'
import type { CanonicalRequest } from '../../canonical/request.ts'
import { noUsage } from '../../canonical/usage.ts'
import { asObjects, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { splitSse } from '../../stage/sse.ts'
import { type Loss, RequestRefused } from '../common/losses.ts'
import { dialect as interactions } from '../gemini-interactions/dialect.ts'
import { collectInteraction } from '../gemini-interactions/interaction-events.ts'
import { limits } from '../gemini-interactions/limits.ts'
import { observer } from '../gemini-interactions/observe.ts'
import { dialects } from '../index.ts'
import { answers as arbitraryAnswers } from './arbitrary.ts'
import { answerEssence, type Essence, partsEssence, requestEssence, undeclared, usageEssence } from './essence.ts'
import { interactionRequests } from './interaction-requests.ts'
import { readRecordings } from './recordings.ts'
import { context, readRecording } from './run.ts'
import { BETWEEN_ANY, unnamed } from './unnamed.ts'

/** Clients speak Interactions and no upstream does: written answers are read as its clients read them. */

const answers = readRecordings().filter(recording => recording.status === 200)

describe('answers in gemini-interactions', () => {
  test.each(answers)('$name survives as a stream, or its losses are declared', recording => {
    const events = readRecording(recording)
    const before = gather(events)
    const { interaction, losses, text } = streamed(events)
    if (before.error) {
      expect(text).toContain('event: error\n')
      return
    }
    expect(undeclared(answerEssence(before), readAnswer(interaction), losses)).toEqual({})
    expect(unexplained(losses)).toEqual([])
  })

  test.each(answers)('$name is the same whole as the sum of its stream', recording => {
    const events = readRecording(recording)
    const before = gather(events)
    if (before.error) return
    const { body, losses } = interactions.writeWhole(before, context)
    expect(JSON.parse(JSON.stringify(body))).toEqual(JSON.parse(JSON.stringify(streamed(events).interaction)))
    expect(unexplained(losses)).toEqual([])
  })

  test.each(answers)('$name is billed as its upstream reported', recording => {
    const events = readRecording(recording)
    const before = gather(events)
    if (before.error) return
    const { usage } = before.finish ?? {}
    const body = JSON.stringify(interactions.writeWhole(before, context).body)
    const counted = observer.whole(body)
    const passed = observer.stream({ hideUsage: false })
    passed.push(new TextEncoder().encode(streamed(events).text))
    passed.end()
    for (const tally of [counted, passed.tally]) {
      expect(tally.usage && usageEssence(tally.usage)).toEqual(usage ? usageEssence(usage) : null)
      expect(tally.finished).toBe(true)
    }
  })
})

test('a client that sends the steps back returns all thoughts and signatures to their places', () => {
  fc.assert(
    fc.property(arbitraryAnswers, events => {
      const before = gather(events).parts
      const after = readBack(streamed(events).interaction)
      expect(after).toEqual(before)
    }),
    { numRuns: 200, seed: 28 },
  )
})

describe.each(Object.values(dialects))('requests for $id', dialect => {
  test.each(Object.entries(interactionRequests))('%s survives, or its losses are declared', (_name, wire) => {
    const before = interactions.readRequest({ model: 'm', ...wire })
    const written = orRefused(() => dialect.writeRequest(before, { model: 'm' }))
    if (!written) return
    const after = dialect.readRequest(parseExact(JSON.stringify(written.body)), before)
    // members that an upstream needs in addition are not losses
    const extras = Object.fromEntries(Object.entries(after.extras).filter(([name]) => name in before.extras))
    const { maxTokens } = before.parameters.maxTokens === undefined ? before.parameters : after.parameters
    const asked = { ...after, extras, parameters: { ...after.parameters, maxTokens } }
    const told = withoutRelated(before, dialect.id)
    expect(undeclared(requestEssence(told), requestEssence(asked), written.losses)).toEqual({})
    expect(unnamed(dialect, written.losses)).toEqual([])
  })
})

/** The request without the extras that a dialect expresses in its own form. */
function withoutRelated(request: CanonicalRequest, dialect: string): CanonicalRequest {
  const said = request.related?.dialect === dialect ? request.related.extras : {}
  const extras = Object.entries(request.extras).filter(([name]) => !(name in said))
  return { ...request, extras: Object.fromEntries(extras) }
}

function streamed(events: readonly AnswerEvent[]): { text: string; interaction: JsonObject; losses: Loss[] } {
  const writer = interactions.writeStream(context)
  const text = [...events.flatMap(event => writer.push(event)), ...writer.end()].join('')
  const collect = collectInteraction()
  let interaction: JsonObject = {}
  for (const { data } of splitSse().push(new TextEncoder().encode(text)))
    if (data !== null && data !== '[DONE]') interaction = collect(objectOrEmpty(parseExact(data))) ?? interaction
  return { text, interaction, losses: writer.losses }
}

/** The steps of an answer as the next request contains them. */
function readBack(interaction: JsonObject): Part[] {
  const steps = asObjects(interaction.steps)
  if (steps.length === 0) return []
  const { turns } = interactions.readRequest(
    parseExact(JSON.stringify({ model: 'm', input: [{ type: 'user_input', content: 'Hi' }, ...steps] })),
  )
  return turns.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => parts)
}

function readAnswer(interaction: JsonObject): Essence {
  const parts = readBack(interaction)
  const usage = observer.whole(JSON.stringify(interaction)).usage
  return {
    ...partsEssence(parts),
    citations: parts.flatMap(part => (part.type === 'text' ? (part.citations ?? []).map(({ url }) => url) : [])),
    logprobs: [],
    others: [],
    finish: FINISH_OF[String(interaction.status)],
    usage: usageEssence(usage ?? noUsage()),
    id: interaction.id,
    model: interaction.model,
    error: null,
  }
}

const FINISH_OF: Readonly<Record<string, string>> = {
  completed: 'stop',
  requires_action: 'tool-calls',
  incomplete: 'length',
}

function unexplained(losses: readonly Loss[]): Loss[] {
  const reasons = new Set(Object.values(limits).map(({ why }) => why))
  return losses.filter(({ why }) => !reasons.has(why) && !BETWEEN_ANY.test(why))
}

/** null: refused, with a reason. */
function orRefused<Made>(make: () => Made): Made | null {
  try {
    return make()
  } catch (error) {
    expect(error).toBeInstanceOf(RequestRefused)
    return null
  }
}
