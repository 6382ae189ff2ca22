import { Buffer } from 'node:buffer'
import type { MediaPart, Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, Tool, ToolChoice, Turn } from '../../canonical/request.ts'
import { asArray, asObject, asObjects, asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { parameters } from '../bedrock/parameters.ts'
import { readPlain } from '../common/parameters.ts'
import { defined, isOff, toCall, toFunction, toMedia, toResult } from './read-back-parts.ts'

/** How Bedrock understands a request of Converse. */
export function readConverse(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const system = asObjects(body.system).reduce(readBlock, [])
  const config = objectOrEmpty(body.toolConfig)
  const fields = objectOrEmpty(body.additionalModelRequestFields)
  const schema = asText(dig(body, 'outputConfig.textFormat.structure.jsonSchema.schema'))
  const messages = asObjects(body.messages)
  // a point at the very end is for the whole conversation
  if (asked.parameters.cache) asArray(messages.at(-1)?.content).pop()
  const topK = fields.top_k ?? dig(fields, 'inferenceConfig.topK')
  return {
    ...asked,
    turns: [
      { role: 'system', parts: system },
      ...messages.map(
        ({ role, content }): Turn => ({ role: role as Turn['role'], parts: asObjects(content).reduce(readBlock, []) }), // it writes no other roles
      ),
    ],
    tools: asObjects(config.tools).flatMap(({ toolSpec }): Tool[] => {
      const spec = asObject(toolSpec)
      // tools known only from earlier calls are listed too
      return spec && asked.tools.length > 0 ? [toFunction(spec, dig(spec, 'inputSchema.json'))] : []
    }),
    parameters: defined({
      ...readPlain(objectOrEmpty(body.inferenceConfig), parameters),
      topK: typeof topK === 'number' ? topK : undefined,
      metadata: asObject(body.requestMetadata) ?? undefined,
      serviceTier: asText(dig(body, 'serviceTier.type')) ?? undefined,
      toolChoice: readChoice(objectOrEmpty(config.toolChoice)),
      format: schema === null ? undefined : { type: 'json-schema', schema: JSON.parse(schema) },
      reasoning:
        isOff(asked) || Object.keys(fields).some(name => name !== 'top_k' && name !== 'inferenceConfig')
          ? asked.parameters.reasoning
          : undefined,
      cache: asked.parameters.cache,
    }),
    extras: {},
  }
}

function readBlock(parts: Part[], block: JsonObject): Part[] {
  const [kind = '', value] = Object.entries(block)[0] ?? []
  const content = objectOrEmpty(value)
  if (kind === 'cachePoint') {
    const last = parts.at(-1)
    return last ? [...parts.slice(0, -1), { ...last, cache: {} } as Part] : parts // of the parts that can carry one
  }
  return [...parts, ...readConversePart(kind, value, content)]
}

function readConversePart(kind: string, value: unknown, content: JsonObject): Part[] {
  switch (kind) {
    case 'text':
      return [{ type: 'text', text: String(value) }]
    case 'toolUse':
      return [toCall(content.toolUseId, content.name, JSON.stringify(content.input))]
    case 'toolResult': {
      const inner = asObjects(content.content).reduce(readBlock, [])
      return [toResult(content.toolUseId, inner, content.status === 'error')]
    }
    case 'reasoningContent': {
      const { text, signature } = objectOrEmpty(content.reasoningText)
      const withheld = asText(content.redactedContent)
      const sealed = withheld === null ? String(signature) : Buffer.from(withheld, 'base64').toString('latin1')
      return [{ type: 'reasoning', text: asText(text) ?? '', signature: { origin: 'anthropic', value: sealed } }]
    }
    default:
      return [toMedia(kind === 'document' ? 'file' : (kind as MediaPart['kind']), String(dig(content, 'source.bytes')))]
  }
}

function readChoice(wire: JsonObject): ToolChoice | undefined {
  if (wire.auto) return { type: 'auto' }
  if (wire.any) return { type: 'required' }
  const name = asText(dig(wire, 'tool.name'))
  return name === null ? undefined : { type: 'tool', name }
}
