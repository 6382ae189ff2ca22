import type { Message, Part } from '../conversation/types.ts'
import { type Delta, errorText, type Format, type ModelRequest, textDelta } from './format.ts'
import {
  asList,
  asNumber,
  asObject,
  asText,
  defined,
  type Json,
  type JsonObject,
  parseJson,
  parseObject,
} from './json.ts'
import { imageFromAddress, stopTexts, textOf } from './parts.ts'

/** https://ai.google.dev/api/generate-content */
export const gemini: Format = {
  label: 'Gemini',
  takes: ['temperature', 'top_p', 'max_tokens', 'frequency_penalty', 'presence_penalty', 'seed', 'stop', 'effort'],
  write({ model, system, messages, parameters, tools, isStreamed }) {
    const config = writeConfig(model, parameters)
    const body = {
      systemInstruction: system ? { parts: [{ text: system }] } : undefined,
      contents: messages.map(writeContent),
      generationConfig: Object.keys(config).length > 0 ? config : undefined,
      tools:
        tools.length > 0
          ? [
              {
                functionDeclarations: tools.map(({ name, description, schema }) => ({
                  name,
                  description,
                  parametersJsonSchema: schema,
                })),
              },
            ]
          : undefined,
    }
    const method = isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'
    const name = model.split('/').map(encodeURIComponent).join('/')
    return { path: `/v1beta/models/${name}:${method}`, body: defined(body) }
  },
  readEvent: readAnswer,
  readWhole: readAnswer,
}

const BUDGETS: Record<string, number> = { low: 2048, medium: 8192, high: 16_384 }

function writeConfig(model: string, { max_tokens, ...parameters }: ModelRequest['parameters']): JsonObject {
  const { temperature, top_p, frequency_penalty, presence_penalty, seed, stop, effort } = parameters
  // From the third generation on, models take a level instead of a budget.
  const level = /gemini-(?:[3-9]|\d{2})/.test(model)
    ? { thinkingLevel: String(effort).toUpperCase() }
    : { thinkingBudget: BUDGETS[String(effort)] }
  return defined({
    temperature,
    topP: top_p,
    maxOutputTokens: max_tokens,
    frequencyPenalty: frequency_penalty,
    presencePenalty: presence_penalty,
    seed,
    stopSequences: stopTexts(stop),
    thinkingConfig: effort === undefined ? undefined : { includeThoughts: true, ...level },
  })
}

function writeContent(message: Message): JsonObject {
  switch (message.role) {
    case 'user':
      return { role: 'user', parts: message.parts.map(writePart) }
    case 'tool':
      return {
        role: 'user',
        parts: message.results.map(({ name, content }) => ({
          functionResponse: { name, response: responseOf(content) },
        })),
      }
    case 'assistant':
      return {
        role: 'model',
        parts: [
          ...(message.text ? [{ text: message.text }] : []),
          ...message.toolCalls.map(call => ({
            functionCall: { name: call.name, args: parseObject(call.arguments) },
            ...(call.signature && { thoughtSignature: call.signature }),
          })),
        ],
      }
  }
}

/** A result must be an object. */
function responseOf(content: string): JsonObject {
  const value = parseJson(content)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { result: content }
}

function writePart(part: Part): JsonObject {
  if (part.kind === 'text') return { text: textOf(part) }
  return { inlineData: { mimeType: part.mime, data: part.data } }
}

function readAnswer(answer: JsonObject): Delta[] {
  const candidate = asObject(asList(answer.candidates)[0])
  const usage = asObject(answer.usageMetadata)
  const input = asNumber(usage.promptTokenCount)
  const reasoning = asNumber(usage.thoughtsTokenCount) ?? 0
  return [
    ...asList(asObject(candidate.content).parts).flatMap(readPart),
    ...textDelta('finish', asText(candidate.finishReason) || asText(asObject(answer.promptFeedback).blockReason)),
    ...(input === undefined
      ? []
      : [
          {
            kind: 'usage' as const,
            usage: {
              input,
              output: (asNumber(usage.candidatesTokenCount) ?? 0) + reasoning,
              cached: asNumber(usage.cachedContentTokenCount) ?? 0,
              reasoning,
            },
          },
        ]),
    ...textDelta('error', errorText(answer.error)),
  ]
}

function readPart(value: Json): Delta[] {
  const part = asObject(value)
  const call = asObject(part.functionCall)
  if (asText(call.name)) {
    const signature = asText(part.thoughtSignature)
    const own = { id: asText(call.id), name: asText(call.name), arguments: JSON.stringify(call.args ?? {}) }
    return [{ kind: 'tool', at: null, ...own, ...(signature && { signature }) }]
  }
  const { mimeType, data } = asObject(part.inlineData)
  const image = imageFromAddress(`data:${asText(mimeType)};base64,${asText(data)}`)
  if (image) return [{ kind: 'image', image }]
  return textDelta(part.thought === true ? 'reasoning' : 'text', asText(part.text))
}
