import type { Message, Part } from '../conversation/types.ts'
import { type Delta, errorText, type Format, textDelta } from './format.ts'
import { asList, asNumber, asObject, asText, defined, type Json, type JsonObject } from './json.ts'
import { dataAddress, onlyText, textOf } from './parts.ts'

/** Nothing is stored: the page sends the whole conversation. https://platform.openai.com/docs/api-reference/responses */
export const openaiResponses: Format = {
  label: 'OpenAI Responses',
  takes: ['temperature', 'top_p', 'max_tokens', 'effort'],
  write({ model, system, messages, parameters, tools, isStreamed }) {
    const { temperature, top_p, max_tokens, effort } = parameters
    const body = {
      model,
      instructions: system || undefined,
      input: messages.flatMap(writeItems),
      temperature,
      top_p,
      max_output_tokens: max_tokens,
      reasoning: effort === undefined ? undefined : { effort, summary: 'auto' },
      tools:
        tools.length > 0
          ? tools.map(({ name, description, schema }) => ({
              type: 'function',
              name,
              description,
              parameters: schema,
              strict: false,
            }))
          : undefined,
      store: false,
      stream: isStreamed || undefined,
    }
    return { path: '/v1/responses', body: defined(body) }
  },
  readEvent(event) {
    const read = events[asText(event.type)]
    return read ? read(event) : []
  },
  readWhole: answer => [...asList(answer.output).flatMap(readItem), ...readEnd(answer)],
}

function writeItems(message: Message): JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: onlyText(message.parts) ?? message.parts.map(writePart) }]
    case 'tool':
      return message.results.map(({ callId, content }) => ({
        type: 'function_call_output',
        call_id: callId,
        output: content,
      }))
    case 'assistant':
      return [
        ...(message.text ? [{ role: 'assistant', content: message.text }] : []),
        ...message.toolCalls.map(call => ({
          type: 'function_call',
          call_id: call.id,
          name: call.name,
          arguments: call.arguments,
        })),
      ]
  }
}

function writePart(part: Part): JsonObject {
  if (part.kind === 'text') return { type: 'input_text', text: textOf(part) }
  if (part.kind === 'image') return { type: 'input_image', image_url: dataAddress(part) }
  return { type: 'input_file', filename: part.name, file_data: dataAddress(part) }
}

const textEvent =
  (kind: 'text' | 'reasoning') =>
  (event: JsonObject): Delta[] =>
    textDelta(kind, asText(event.delta))

const endEvent = (event: JsonObject): Delta[] => readEnd(asObject(event.response))

const events: Record<string, (event: JsonObject) => Delta[]> = {
  'response.output_text.delta': textEvent('text'),
  'response.refusal.delta': textEvent('text'),
  'response.reasoning_summary_text.delta': textEvent('reasoning'),
  'response.reasoning_text.delta': textEvent('reasoning'),
  'response.reasoning_summary_part.done': () => textDelta('reasoning', '\n\n'),
  'response.output_item.added': event => readCall(asObject(event.item), asNumber(event.output_index) ?? null),
  'response.function_call_arguments.delta': event => [
    { kind: 'tool', at: asNumber(event.output_index) ?? null, arguments: asText(event.delta) },
  ],
  'response.output_item.done': event => readImage(asObject(event.item)),
  'response.completed': endEvent,
  'response.incomplete': endEvent,
  'response.failed': endEvent,
  error: event => textDelta('error', errorText(event.error ?? event)),
}

function readItem(value: Json): Delta[] {
  const item = asObject(value)
  const texts = (member: Json | undefined) =>
    asList(member).map(part => asText(asObject(part).text) || asText(asObject(part).refusal))
  if (item.type === 'message') return textDelta('text', texts(item.content).join(''))
  if (item.type === 'reasoning') return textDelta('reasoning', texts(item.summary).join('\n\n'))
  return [...readCall(item, null), ...readImage(item)]
}

function readCall(item: JsonObject, at: number | null): Delta[] {
  if (item.type !== 'function_call') return []
  const [id, name, text] = [asText(item.call_id), asText(item.name), asText(item.arguments)]
  return [{ kind: 'tool', at, id, name, arguments: text }]
}

function readImage(item: JsonObject): Delta[] {
  const data = asText(item.result)
  if (item.type !== 'image_generation_call' || !/^[A-Za-z0-9+/=]+$/.test(data)) return []
  return [{ kind: 'image', image: { kind: 'image', name: '', mime: 'image/png', data } }]
}

function readEnd(response: JsonObject): Delta[] {
  const usage = asObject(response.usage)
  const input = asNumber(usage.input_tokens)
  return [
    ...textDelta('finish', asText(asObject(response.incomplete_details).reason) || asText(response.status)),
    ...textDelta('error', errorText(response.error)),
    ...(input === undefined
      ? []
      : [
          {
            kind: 'usage' as const,
            usage: {
              input,
              output: asNumber(usage.output_tokens) ?? 0,
              cached: asNumber(asObject(usage.input_tokens_details).cached_tokens) ?? 0,
              reasoning: asNumber(asObject(usage.output_tokens_details).reasoning_tokens) ?? 0,
            },
          },
        ]),
  ]
}
