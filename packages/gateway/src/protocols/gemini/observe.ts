import { addUsage, noUsage } from '../../canonical/usage.ts'
import { noteMedia } from '../../observers/media.ts'
import { noteChoice, noteIdentity, noteMost, noteText, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asObjects, asText, isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { splitSseOrJsonArray } from '../../stage/json-array.ts'
import { groundingBilled, mergeGeminiUsage, readGeminiUsage, startsRound } from './read-usage.ts'

/** `generateContent` and its stream, in which each event has the shape of a whole answer. */
export const observer = makeObserver({
  split: splitSseOrJsonArray,
  read(event, tally) {
    noteIdentity(tally, event, 'responseId', 'modelVersion')
    for (const [at, candidate] of asObjects(event.candidates).entries()) {
      noteChoice(tally, candidate.index ?? at)
      for (const part of asObjects(objectOrEmpty(candidate.content).parts)) notePart(tally, part)
      tally.finishReason = asText(candidate.finishReason) ?? tally.finishReason
    }
    noteMost(tally.toolCalls, groundingBilled(asObjects(event.candidates), tally.model ?? ''))
    // A prompt that Google refuses gets no candidate, only the reason.
    tally.finishReason = asText(objectOrEmpty(event.promptFeedback).blockReason) ?? tally.finishReason
    tally.finished = tally.finishReason !== null

    const usage = objectOrEmpty(event.usageMetadata)
    tally.serviceTier = asText(usage.serviceTier) ?? tally.serviceTier
    if (tally.usage && startsRound(tally.usage.raw, usage))
      tally.earlierRounds = addUsage(tally.earlierRounds ?? noUsage(), tally.usage)
    noteUsage(tally, event.usageMetadata, readGeminiUsage, mergeGeminiUsage)
    tally.usageIsFinal = tally.usage !== null && tally.finished
  },
  stop: (_last, { responseId, model }) => {
    const candidate = { index: 0, content: { role: 'model', parts: [] }, finishReason: 'MAX_TOKENS' }
    return [{ data: { candidates: [candidate], modelVersion: model, responseId } }]
  },
})

function notePart(tally: Tally, part: JsonObject): void {
  const call = objectOrEmpty(part.functionCall)
  for (const written of [part.text, objectOrEmpty(part.executableCode).code, call.name]) noteText(tally, written)
  if (isObject(call.args)) noteText(tally, JSON.stringify(call.args))
  for (const { stringValue, numberValue, boolValue } of asObjects(call.partialArgs))
    noteText(tally, stringValue ?? String(numberValue ?? boolValue ?? null))
  if (part.inlineData || part.fileData || part.toolCall) tally.produced = true
  const made = part.inlineData ?? part.fileData
  // images in its thoughts are counted with the thoughts
  if (isObject(made) && part.thought !== true) noteMedia(tally, asText(made.mimeType) ?? '', asText(made.data) ?? '')
}
