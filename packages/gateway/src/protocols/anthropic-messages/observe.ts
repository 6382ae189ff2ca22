import { noteIdentity, noteMost, noteText, noteUsage } from '../../observers/note.ts'
import { type AnswerReader, makeObserver } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asObjects, asText, isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { containerBilled, readAnthropicUsage } from './read-usage.ts'

export const observer = makeObserver({
  read: (event, tally) => events.get(asText(event.type) ?? '')?.(event, tally),
  textOf: ({ type, delta }) => (type === 'content_block_delta' && isObject(delta) ? asText(textIn(delta)) : null),
  stop: last => {
    const isInBlock = last.type === 'content_block_start' || last.type === 'content_block_delta'
    const ends = [
      ...(isInBlock ? [{ type: 'content_block_stop', index: last.index }] : []),
      { type: 'message_delta', delta: { stop_reason: 'max_tokens', stop_sequence: null }, usage: {} },
      { type: 'message_stop' },
    ]
    return ends.map(data => ({ event: data.type, data }))
  },
})

const events = new Map<string, AnswerReader['read']>([
  ['message', (message, tally) => noteMessage(tally, message)],
  ['message_start', (event, tally) => noteMessage(tally, objectOrEmpty(event.message))],
  ['content_block_start', (event, tally) => noteBlock(tally, objectOrEmpty(event.content_block))],
  ['content_block_delta', (event, tally) => noteDelta(tally, objectOrEmpty(event.delta))],
  ['message_delta', (event, tally) => noteEnding(tally, event)],
  [
    'message_stop',
    (_event, tally) => {
      tally.finished = true
      // some hosts omit the reason
      tally.usageIsFinal ||= tally.countedTokens !== null
    },
  ],
])

/** A whole answer, or the empty one a stream starts with. */
function noteMessage(tally: Tally, message: JsonObject): void {
  const usage = objectOrEmpty(message.usage)
  noteIdentity(tally, message)
  tally.serviceTier = asText(usage.service_tier) ?? tally.serviceTier
  tally.finishReason = asText(message.stop_reason) ?? tally.finishReason
  for (const block of asObjects(message.content)) noteBlock(tally, block)
  noteMost(tally.toolCalls, containerBilled(message))
  noteUsage(tally, usage, readAnthropicUsage)
}

function noteBlock(tally: Tally, block: JsonObject): void {
  for (const written of [block.text, block.thinking, block.name]) noteText(tally, written)
  // A stream opens a tool call with an empty input and sends the real one after it.
  if (isObject(block.input) && Object.keys(block.input).length > 0) noteText(tally, JSON.stringify(block.input))
  if (block.type !== 'text' && block.type !== 'thinking') tally.produced = true
}

const noteDelta = (tally: Tally, delta: JsonObject) => noteText(tally, textIn(delta))

const textIn = ({ text, thinking, partial_json }: JsonObject) => text ?? thinking ?? partial_json

function noteEnding(tally: Tally, event: JsonObject): void {
  tally.finishReason = asText(objectOrEmpty(event.delta).stop_reason) ?? tally.finishReason
  noteMost(tally.toolCalls, containerBilled(objectOrEmpty(event.delta)))
  noteUsage(tally, event.usage, readAnthropicUsage)
  tally.isEnding = tally.finishReason !== null
  tally.usageIsFinal = tally.isEnding && tally.usage !== null
}
