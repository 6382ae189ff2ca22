import type { Message, Part, Usage } from '../conversation/types.ts'
import { type Delta, errorText, type Format, textDelta } from './format.ts'
import { asList, asNumber, asObject, asText, defined, type Json, type JsonObject, parseObject } from './json.ts'
import { stopTexts, textOf } from './parts.ts'

/** The format requires a limit. */
const USUAL_LIMIT = 4096

/** https://docs.anthropic.com/en/api/messages */
export const anthropicMessages: Format = {
  label: 'Anthropic Messages',
  takes: ['temperature', 'top_p', 'max_tokens', 'stop', 'effort'],
  write({ model, system, messages, parameters, tools, isStreamed }) {
    const { temperature, top_p, max_tokens, stop, effort } = parameters
    const body = {
      model,
      ...writeThinking(model, effort, Number(max_tokens ?? USUAL_LIMIT)),
      system: system || undefined,
      messages: messages.map(writeMessage),
      temperature,
      top_p,
      stop_sequences: stopTexts(stop),
      tools:
        tools.length > 0
          ? tools.map(({ name, description, schema }) => ({
              name,
              description,
              input_schema: { type: 'object', ...schema },
            }))
          : undefined,
      stream: isStreamed || undefined,
    }
    return { path: '/v1/messages', body: defined(body) }
  },
  readEvent(event) {
    const read = events[asText(event.type)]
    return read ? read(event) : []
  },
  readWhole: answer => [
    ...asList(answer.content).flatMap((block, at) => readBlock(asObject(block), at, true)),
    ...textDelta('finish', asText(answer.stop_reason)),
    ...readUsage(asObject(answer.usage)),
    ...textDelta('error', answer.type === 'error' ? errorText(answer.error) : ''),
  ],
}

/** Newer models take an effort, older ones a budget, which counts toward the limit. */
const TOLD_EFFORT = /claude-(?:opus|sonnet|haiku)-(?:4-[6-9]|[5-9])/
const BUDGETS: Record<string, number> = { low: 2048, medium: 8192, high: 16_384 }

function writeThinking(model: string, effort: string | number | undefined, limit: number): JsonObject {
  if (effort === undefined) return { max_tokens: limit }
  if (TOLD_EFFORT.test(model))
    return { max_tokens: limit, thinking: { type: 'adaptive' }, output_config: { effort: String(effort) } }
  const budget = BUDGETS[effort] ?? BUDGETS.medium ?? 0
  return { max_tokens: limit > budget ? limit : budget + limit, thinking: { type: 'enabled', budget_tokens: budget } }
}

function writeMessage(message: Message): JsonObject {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.parts.map(writePart) }
    case 'tool':
      return {
        role: 'user',
        content: message.results.map(({ callId, content }) => ({ type: 'tool_result', tool_use_id: callId, content })),
      }
    case 'assistant': {
      const { reasoning: thinking, signature, text, toolCalls, format } = message
      const isSigned = signature !== undefined && format === 'anthropic-messages'
      return {
        role: 'assistant',
        content: [
          ...(isSigned ? [{ type: 'thinking', thinking, signature }] : []),
          ...(text ? [{ type: 'text', text }] : []),
          ...toolCalls.map(call => ({
            type: 'tool_use',
            id: call.id,
            name: call.name,
            input: parseObject(call.arguments),
          })),
        ],
      }
    }
  }
}

function writePart(part: Part): JsonObject {
  if (part.kind === 'text') return { type: 'text', text: textOf(part) }
  const source = { type: 'base64', media_type: part.mime, data: part.data }
  return part.kind === 'image' ? { type: 'image', source } : { type: 'document', source, title: part.name }
}

const events: Record<string, (event: JsonObject) => Delta[]> = {
  message_start: event => readUsage(asObject(asObject(event.message).usage)),
  content_block_start: event => readBlock(asObject(event.content_block), asNumber(event.index) ?? null, false),
  content_block_delta: event => readBlockDelta(asObject(event.delta), asNumber(event.index) ?? null),
  message_delta: event => [
    ...textDelta('finish', asText(asObject(event.delta).stop_reason)),
    ...readUsage(asObject(event.usage)),
  ],
  error: event => textDelta('error', errorText(event.error)),
}

/** `isWhole`: its input is complete; in a stream it follows in pieces. */
function readBlock(block: JsonObject, at: number | null, isWhole: boolean): Delta[] {
  if (block.type === 'tool_use') {
    const text = isWhole ? JSON.stringify(block.input ?? {}) : ''
    return [{ kind: 'tool', at, id: asText(block.id), name: asText(block.name), arguments: text }]
  }
  return [
    ...textDelta('text', asText(block.text)),
    ...textDelta('reasoning', asText(block.thinking)),
    ...textDelta('signature', asText(block.signature)),
  ]
}

function readBlockDelta(delta: JsonObject, at: number | null): Delta[] {
  const json: Json | undefined = delta.partial_json
  if (typeof json === 'string') return [{ kind: 'tool', at, arguments: json }]
  return readBlock(delta, at, false)
}

function readUsage(wire: JsonObject): Delta[] {
  const [input, output] = [asNumber(wire.input_tokens), asNumber(wire.output_tokens)]
  const cached = asNumber(wire.cache_read_input_tokens) ?? 0
  const written = asNumber(wire.cache_creation_input_tokens) ?? 0
  const usage: Usage = {
    ...(input !== undefined && { input: input + cached + written, cached }),
    ...(output !== undefined && { output }),
  }
  return Object.keys(usage).length > 0 ? [{ kind: 'usage', usage }] : []
}
