import { findChunkError } from '../../errors/index.ts'
import { noteMedia } from '../../observers/media.ts'
import { noteChoice, noteIdentity, noteMostCalls, noteText, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asArray, asObjects, asText, isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import { searchesBilled } from './searches-billed.ts'

/** Chat completions and the older text completions, which differ by one field. */
export const observer = makeObserver({
  read(event, tally) {
    noteIdentity(tally, event)
    tally.error ??= findChunkError(event)
    const choices = asObjects(event.choices)
    for (const [at, choice] of choices.entries()) {
      noteChoice(tally, choice.index ?? at)
      noteText(tally, choice.text)
      noteMessage(tally, objectOrEmpty(choice.delta ?? choice.message))
      tally.finishReason = asText(choice.finish_reason) ?? tally.finishReason
    }
    noteMostCalls(tally.toolCalls, 'web_search', searchesBilled(event))
    tally.isEnding = tally.finishReason !== null
    // Moonshot reports inside the choice, Groq under a name of its own.
    const report = [event.usage, choices[0]?.usage, objectOrEmpty(event.x_groq).usage].find(isObject)
    noteUsage(tally, report, readOpenAiUsage)
    if (report) tally.usageIsFinal = tally.finishReason !== null
  },
  stop: ({ choices, usage, ...head }) => {
    const isChat = head.object !== 'text_completion'
    const choice = { index: 0, ...(isChat ? { delta: {} } : { text: '' }), finish_reason: 'length' }
    return [{ data: { ...head, choices: [choice] } }, { data: '[DONE]' }]
  },
  reportsOnlyUsage: event => isObject(event.usage) && Array.isArray(event.choices) && event.choices.length === 0,
})

function noteMessage(tally: Tally, message: JsonObject): void {
  noteContent(tally, message.content)
  noteText(tally, message.refusal)
  noteReasoning(tally, message)
  for (const call of asObjects(message.tool_calls)) noteFunction(tally, objectOrEmpty(call.function ?? call.custom))
  noteFunction(tally, objectOrEmpty(message.function_call))
  noteSound(tally, message.audio)
  if (!Array.isArray(message.images)) return
  for (const image of message.images) {
    tally.produced = true
    if (image) noteMedia(tally, 'image', '')
  }
}

function noteSound(tally: Tally, audio: unknown): void {
  if (!isObject(audio)) return
  tally.produced = true
  noteText(tally, audio.transcript)
  const data = asText(audio.data)
  if (data) noteMedia(tally, 'audio', data)
}

/** Mistral writes content as a list of parts, with thinking among them as another list. */
function noteContent(tally: Tally, content: unknown): void {
  noteText(tally, content)
  for (const part of asArray(content)) {
    const { text, thinking } = objectOrEmpty(part)
    if (thinking) tally.showsReasoning = true
    noteText(tally, text ?? part)
    noteContent(tally, thinking)
  }
}

/** Hosts that send the same reasoning under several names are counted once. */
function noteReasoning(tally: Tally, message: JsonObject): void {
  const plain = asText(message.reasoning_content) ?? asText(message.reasoning)
  const details = asObjects(message.reasoning_details)
  if (plain) noteText(tally, plain)
  else for (const detail of details) noteText(tally, detail.text ?? detail.summary)
  // hosts that detail their reasoning mark the summaries
  if (details.length > 0 ? details.some(({ text }) => asText(text) !== null) : plain) tally.showsReasoning = true
}

/** A custom tool's call has its input where a function's has its arguments. */
function noteFunction(tally: Tally, call: JsonObject): void {
  noteText(tally, call.name)
  noteText(tally, call.arguments ?? call.input)
}
