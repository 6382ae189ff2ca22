import { describe, expect, test } from 'bun:test'
import type { AnswerEvent } from '../../canonical/answer.ts'
import { gather } from '../../canonical/gather.ts'
import { isEmpty, type Tally } from '../../observers/tally.ts'
import { tallyEvents } from '../../response-pipeline/tally-events.ts'
import { dialects, observers } from '../index.ts'
import { answerEssence, undeclared, usageEssence } from './essence.ts'
import { type Recording, readRecordings } from './recordings.ts'
import { cut, readChunks, readRecording, throughStream, throughWhole } from './run.ts'
import { isOfStreams, unnamed } from './unnamed.ts'

const answers = readRecordings().filter(recording => recording.status === 200)
const sound = answers.filter(recording => recording.means?.error === undefined)
const streams = answers.filter(recording => recording.stream)
const observable = answers.filter(({ dialect }) => dialect in observers)

describe('every recorded answer', () => {
  test.each(sound)('$name is well formed', recording => {
    const events = readRecording(recording)
    const last = events.at(-1)
    expect(last?.type === 'error' ? last.error.code : last?.type).not.toBe('malformed_answer')
    expect(events.findIndex(isTerminal)).toBe(events.length - 1)
  })

  test.each(streams)('$name reads the same in chunks of any size', ({ dialect, stream }) => {
    const bytes = stream ?? new Uint8Array()
    const uncut = readChunks(dialect, [bytes])
    for (const seed of [1, 2, 3]) expect(readChunks(dialect, cut(bytes, seed))).toEqual(uncut)
  })

  test.each(observable)('$name is billed the same converted and unconverted', recording => {
    const tally = tallyOf(recording)
    const usage = readRecording(recording).reduce<unknown>(lastUsage, null)
    expect(usage).toEqual(tally.usage && usageEssence(tally.usage))
  })

  test.each(observable)('$name is free both ways or neither', recording => {
    const { tally, note } = tallyEvents()
    for (const event of readRecording(recording)) note(event)
    if (!tally.error) expect(isEmpty(tally)).toBe(isEmpty(tallyOf(recording)))
  })

  test.each(observable)('$name fails only if it is read as a failure', recording => {
    const { error } = tallyOf(recording)
    if (error) expect(gather(readRecording(recording)).error).toEqual(error)
  })
})

describe.each(Object.values(dialects))('answers in $id', dialect => {
  test.each(answers)('$name survives as a stream, or its losses are declared', recording => {
    const events = readRecording(recording)
    const before = gather(events)
    const { answer, losses } = throughStream(dialect, events)
    if (before.error) expect(answer.error).not.toBeNull()
    else expect(undeclared(answerEssence(before), answerEssence(answer), losses)).toEqual({})
    expect(unnamed(dialect, losses)).toEqual([])
  })

  test.each(answers)('$name survives whole, the same as in a stream', recording => {
    const events = readRecording(recording)
    const before = gather(events)
    if (before.error) return
    const whole = throughWhole(dialect, before)
    expect(undeclared(answerEssence(before), answerEssence(whole.answer), whole.losses)).toEqual({})
    const streamed = throughStream(dialect, events)
    const late = streamed.losses.filter(loss => isOfStreams(dialect, loss))
    const between = [...whole.losses, ...late]
    expect(undeclared(answerEssence(streamed.answer), answerEssence(whole.answer), between)).toEqual({})
    expect(unnamed(dialect, whole.losses)).toEqual([])
    expect(whole.losses).toEqual(expect.arrayContaining(streamed.losses.filter(loss => !late.includes(loss))))
  })
})

const isTerminal = (event: AnswerEvent): boolean => event.type === 'finish' || event.type === 'error'

function lastUsage(known: unknown, event: AnswerEvent): unknown {
  const usage = event.type === 'usage' || event.type === 'finish' ? event.usage : null
  return usage ? usageEssence(usage) : known
}

function tallyOf({ dialect, stream, body }: Recording): Readonly<Tally> {
  const makeObserver = observers[dialect as keyof typeof observers] // filtered above
  return stream ? observed(makeObserver.stream({ hideUsage: false }), stream) : makeObserver.whole(JSON.stringify(body))
}

function observed(observer: ReturnType<(typeof observers)['openai-chat']['stream']>, bytes: Uint8Array) {
  observer.push(bytes)
  observer.end()
  return observer.tally
}
