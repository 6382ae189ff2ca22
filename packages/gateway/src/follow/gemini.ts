import { asArray, asObjects, asText, isObject, type JsonObject, objectOrEmpty } from '../raw/json.ts'
import { readGeminiUsage } from '../usage/index.ts'
import { following } from './following.ts'
import { noteIdentity, noteText, noteUsage } from './note.ts'
import type { Tally } from './tally.ts'

/** `generateContent` and its stream, whose every event is shaped like the whole answer. */
export const followGemini = following({
  read(event, tally) {
    noteIdentity(tally, event, 'responseId', 'modelVersion')
    for (const candidate of asObjects(event.candidates)) {
      for (const part of asObjects(objectOrEmpty(candidate.content).parts)) notePart(tally, part)
      noteSearches(tally, objectOrEmpty(candidate.groundingMetadata))
      tally.finishReason = asText(candidate.finishReason) ?? tally.finishReason
    }
    // A prompt Google refuses gets no candidate, only the reason.
    tally.finishReason = asText(objectOrEmpty(event.promptFeedback).blockReason) ?? tally.finishReason
    tally.finished = tally.finishReason !== null

    const usage = objectOrEmpty(event.usageMetadata)
    tally.serviceTier = asText(usage.serviceTier) ?? tally.serviceTier
    noteUsage(tally, usage, readGeminiUsage)
    tally.usageIsFinal = tally.usage !== null && tally.finished
  },
})

function notePart(tally: Tally, part: JsonObject): void {
  const call = objectOrEmpty(part.functionCall)
  for (const written of [part.text, objectOrEmpty(part.executableCode).code, call.name]) noteText(tally, written)
  if (isObject(call.args)) noteText(tally, JSON.stringify(call.args))
  if (part.inlineData || part.fileData || part.toolCall) tally.produced = true
}

/** Google bills every search of Gemini 3 and later, but a grounded answer of its forerunners once. */
function noteSearches(tally: Tally, grounding: JsonObject): void {
  const searches = asArray(grounding.webSearchQueries).length
  if (searches === 0) return
  const billsEachSearch = !/^gemini-[12]\./.test(tally.model ?? '')
  tally.toolCalls.web_search = billsEachSearch ? searches : 1
}
