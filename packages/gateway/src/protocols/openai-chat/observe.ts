import { findChunkError } from '../../errors/index.ts'
import { noteMedia } from '../../observers/media.ts'
import { noteChoice, noteIdentity, noteMostCalls, noteText, noteUsage } from '../../observers/note.ts'
import { makeObserver } from '../../observers/observer.ts'
import type { Tally } from '../../observers/tally.ts'
import { asArray, asObjects, asText, isObject, type JsonObject } from '../../raw/json.ts'
import { readOpenAiUsage } from '../../usage/openai.ts'
import { searchesBilled } from './searches-billed.ts'

/**
 * Chat completions and the older text completions, which differ in one field. Every stream event passes here, so
 * nothing is allocated for missing members.
 */
export const observer = makeObserver({
  read(event, tally) {
    noteIdentity(tally, event)
    tally.error ??= findChunkError(event)
    let first: JsonObject | null = null
    let at = 0
    for (const choice of Array.isArray(event.choices) ? event.choices : NONE) {
      if (!isObject(choice)) continue
      first ??= choice
      noteChoice(tally, choice.index ?? at)
      noteText(tally, choice.text)
      const message = choice.delta ?? choice.message
      if (isObject(message)) noteMessage(tally, message)
      tally.finishReason = asText(choice.finish_reason) ?? tally.finishReason
      at += 1
    }
    noteMostCalls(tally.toolCalls, 'web_search', searchesBilled(event))
    tally.isEnding = tally.finishReason !== null
    const report = reportIn(event, first)
    noteUsage(tally, report, readOpenAiUsage)
    if (report) tally.usageIsFinal = tally.finishReason !== null
  },
  textOf({ choices }) {
    const choice: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : null
    const delta = isObject(choice) ? choice.delta : null
    if (!isObject(delta)) return null
    return asText(delta.content) || asText(delta.reasoning_content) || asText(delta.reasoning) || argumentsIn(delta)
  },
  stop: ({ choices, usage, ...head }) => {
    const isChat = head.object !== 'text_completion'
    const choice = { index: 0, ...(isChat ? { delta: {} } : { text: '' }), finish_reason: 'length' }
    return [{ data: { ...head, choices: [choice] } }, { data: '[DONE]' }]
  },
  reportsOnlyUsage: event => isObject(event.usage) && Array.isArray(event.choices) && event.choices.length === 0,
})

const NONE: readonly unknown[] = []

/** The arguments of a delta's only tool call. */
function argumentsIn({ tool_calls }: JsonObject): string | null {
  const call: unknown = Array.isArray(tool_calls) && tool_calls.length === 1 ? tool_calls[0] : null
  return isObject(call) && isObject(call.function) ? asText(call.function.arguments) : null
}

/** Moonshot reports inside the choice, Groq under its own name. */
function reportIn({ usage, x_groq }: JsonObject, first: JsonObject | null): JsonObject | undefined {
  if (isObject(usage)) return usage
  if (isObject(first?.usage)) return first.usage
  return isObject(x_groq) && isObject(x_groq.usage) ? x_groq.usage : undefined
}

function noteMessage(tally: Tally, message: JsonObject): void {
  const { content, refusal, tool_calls, function_call, audio, images } = message
  if (Array.isArray(content)) noteContent(tally, content)
  else noteText(tally, content)
  noteText(tally, refusal)
  noteReasoning(tally, message)
  if (tool_calls) for (const call of asObjects(tool_calls)) noteFunction(tally, call.function ?? call.custom)
  noteFunction(tally, function_call)
  if (isObject(audio)) noteSound(tally, audio)
  if (!Array.isArray(images)) return
  for (const image of images) {
    tally.produced = true
    if (image) noteMedia(tally, 'image', '')
  }
}

function noteSound(tally: Tally, audio: JsonObject): void {
  tally.produced = true
  noteText(tally, audio.transcript)
  const data = asText(audio.data)
  if (data) noteMedia(tally, 'audio', data)
}

/** Mistral writes content as a list of parts, with thinking as another list inside it. */
function noteContent(tally: Tally, content: unknown): void {
  noteText(tally, content)
  for (const part of asArray(content)) {
    const { text, thinking } = isObject(part) ? part : NOTHING
    if (thinking) tally.showsReasoning = true
    noteText(tally, text ?? part)
    noteContent(tally, thinking)
  }
}

/** Reasoning that hosts send under several names is counted once. */
function noteReasoning(tally: Tally, message: JsonObject): void {
  const plain = asText(message.reasoning_content) ?? asText(message.reasoning)
  const details = message.reasoning_details ? asObjects(message.reasoning_details) : NO_OBJECTS
  if (plain) noteText(tally, plain)
  else for (const detail of details) noteText(tally, detail.text ?? detail.summary)
  // hosts with details about their reasoning mark the summaries
  if (details.length > 0 ? details.some(({ text }) => asText(text) !== null) : plain) tally.showsReasoning = true
}

const NOTHING: JsonObject = {}
const NO_OBJECTS: readonly JsonObject[] = []

/** A custom tool's call has `input` where a function's has `arguments`. */
function noteFunction(tally: Tally, call: unknown): void {
  if (!isObject(call)) return
  noteText(tally, call.name)
  noteText(tally, call.arguments ?? call.input)
}
