import { asDouble } from '../../canonical/exact-json.ts'
import { findError } from '../../errors/index.ts'
import { noteMedia } from '../../observers/media.ts'
import { noteIdentity, noteText, noteUsage } from '../../observers/note.ts'
import { type AnswerReader, makeObserver, type ObserverFactory } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asObjects, asText, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import { type BilledTools, billedTools } from './billed-tools.ts'

const lastEvents = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled'])
const audioDeltas = new Set(['response.audio.delta', 'response.output_audio.delta'])

export const observer: ObserverFactory = {
  stream: options => makeObserver(answerReader()).stream(options),
  whole: body => makeObserver(answerReader()).whole(body),
}

function answerReader(): AnswerReader {
  const billed = billedTools()
  return {
    read(event, tally) {
      const type = asText(event.type)
      if (type === null) noteResponse(tally, event, billed)
      else if (type.endsWith('.delta')) noteDelta(tally, type, event.delta)
      else if (type === 'response.output_item.added') {
        noteText(tally, objectOrEmpty(event.item).name)
        tally.isEnding = false
      } else if (type === 'response.output_item.done') {
        noteTool(tally, objectOrEmpty(event.item), billed)
        tally.isEnding = objectOrEmpty(event.item).type !== 'reasoning'
      } else if (type === 'response.created') {
        noteIdentity(tally, objectOrEmpty(event.response))
        billed.noteSettings(objectOrEmpty(event.response))
      } else if (lastEvents.has(type)) {
        noteResponse(tally, objectOrEmpty(event.response), billed)
        tally.finished = true
      }
    },
    textOf({ type, delta }) {
      const isText = typeof type === 'string' && type.endsWith('.delta') && !audioDeltas.has(type)
      return isText ? asText(delta) : null
    },
    stop,
  }
}

const stop: NonNullable<AnswerReader['stop']> = ({ sequence_number }, { responseId, model }) => {
  const response = {
    id: responseId,
    object: 'response',
    model,
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: [],
  }
  const type = 'response.incomplete'
  return [{ event: type, data: { type, sequence_number: (asDouble(sequence_number) ?? 0) + 1, response } }]
}

function noteDelta(tally: Tally, type: string, delta: unknown): void {
  if (audioDeltas.has(type)) {
    tally.produced = true
    noteMedia(tally, 'audio', asText(delta) ?? '')
  } else noteText(tally, delta)
  if (type === 'response.reasoning_text.delta') tally.showsReasoning = true
}

/** A response object: a whole answer, or the copy in a stream's last event. */
function noteResponse(tally: Tally, response: JsonObject, billed: BilledTools): void {
  noteIdentity(tally, response)
  const ending = asText(objectOrEmpty(response.incomplete_details).reason) ?? asText(response.status)
  tally.finishReason = ending ?? tally.finishReason
  if (response.status === 'failed') tally.error ??= findError(response)

  const items = asObjects(response.output)
  if (tally.outputTokens === 0) for (const item of items) noteItem(tally, item)
  // The whole list repeats the items already counted one by one.
  const whole = items.length > 0 ? billedTools() : billed
  whole.noteSettings(response)
  for (const item of items) noteTool(tally, item, whole)
  whole.addReport(response)
  tally.toolCalls = whole.calls
  noteUsage(tally, response.usage, readOpenAiUsage)
  tally.usageIsFinal = tally.usage !== null
}

function noteItem(tally: Tally, item: JsonObject): void {
  for (const part of [...asObjects(item.summary), ...asObjects(item.content)]) {
    noteText(tally, part.text ?? part.refusal ?? part.transcript)
  }
  for (const written of [item.name, item.arguments, item.input, item.code]) noteText(tally, written)
  if (item.type !== 'reasoning' && item.type !== 'message') tally.produced = true
}

function noteTool(tally: Tally, item: JsonObject, billed: BilledTools): void {
  if (billed.addItem(item)) tally.produced = true
  tally.toolCalls = billed.calls
}
