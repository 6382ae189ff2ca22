import type { Message, Part } from '../conversation/types.ts'
import { type Delta, errorText, type Format, textDelta } from './format.ts'
import { asList, asNumber, asObject, asText, defined, type Json, type JsonObject } from './json.ts'
import { dataAddress, imageFromAddress, onlyText, stopTexts, textOf } from './parts.ts'

/** https://platform.openai.com/docs/api-reference/chat */
export const openaiChat: Format = {
  label: 'OpenAI Chat',
  takes: ['temperature', 'top_p', 'max_tokens', 'frequency_penalty', 'presence_penalty', 'seed', 'stop', 'effort'],
  write({ model, system, messages, parameters, tools, isStreamed }) {
    const { effort, stop, ...same } = parameters
    const body = {
      model,
      messages: [...(system ? [{ role: 'system', content: system }] : []), ...messages.flatMap(writeMessage)],
      ...same,
      stop: stopTexts(stop),
      reasoning_effort: effort,
      tools: tools.length > 0 ? tools.map(writeTool) : undefined,
      stream: isStreamed || undefined,
      stream_options: isStreamed ? { include_usage: true } : undefined,
    }
    return { path: '/v1/chat/completions', body: defined(body) }
  },
  readEvent: event => readAnswer(event, 'delta'),
  readWhole: answer => readAnswer(answer, 'message'),
}

const writeTool = ({ name, description, schema }: { name: string; description: string; schema: JsonObject }) => ({
  type: 'function',
  function: { name, description, parameters: schema },
})

function writeMessage(message: Message): JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: onlyText(message.parts) ?? message.parts.map(writePart) }]
    case 'tool':
      return message.results.map(({ callId, content }) => ({ role: 'tool', tool_call_id: callId, content }))
    case 'assistant': {
      const calls = message.toolCalls.map(call => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      }))
      const content = message.text || null
      return [{ role: 'assistant', content, ...(calls.length > 0 && { tool_calls: calls }) }]
    }
  }
}

function writePart(part: Part): JsonObject {
  if (part.kind === 'text') return { type: 'text', text: textOf(part) }
  if (part.kind === 'image') return { type: 'image_url', image_url: { url: dataAddress(part) } }
  return { type: 'file', file: { filename: part.name, file_data: dataAddress(part) } }
}

function readAnswer(answer: JsonObject, member: 'delta' | 'message'): Delta[] {
  const choice = asObject(asList(answer.choices)[0])
  const said = asObject(choice[member])
  return [
    ...textDelta('reasoning', asText(said.reasoning_content) || asText(said.reasoning)),
    ...textDelta('text', asText(said.content)),
    ...textDelta('text', asText(said.refusal)),
    ...asList(said.images).flatMap(readImage),
    ...asList(said.tool_calls).map(readCall),
    ...textDelta('finish', asText(choice.finish_reason)),
    ...readUsage(asObject(answer.usage)),
    ...textDelta('error', errorText(answer.error)),
  ]
}

function readCall(value: Json, position: number): Delta {
  const call = asObject(value)
  const { name, arguments: text } = asObject(call.function)
  return {
    kind: 'tool',
    at: asNumber(call.index) ?? position,
    id: asText(call.id),
    name: asText(name),
    arguments: asText(text),
  }
}

function readImage(value: Json): Delta[] {
  const image = imageFromAddress(asText(asObject(asObject(value).image_url).url))
  return image ? [{ kind: 'image', image }] : []
}

function readUsage(usage: JsonObject): Delta[] {
  const input = asNumber(usage.prompt_tokens)
  if (input === undefined) return []
  return [
    {
      kind: 'usage',
      usage: {
        input,
        output: asNumber(usage.completion_tokens) ?? 0,
        cached: asNumber(asObject(usage.prompt_tokens_details).cached_tokens) ?? 0,
        reasoning: asNumber(asObject(usage.completion_tokens_details).reasoning_tokens) ?? 0,
      },
    },
  ]
}
