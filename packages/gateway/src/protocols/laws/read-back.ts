import type { MediaPart, Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import { asArray, asObject, asObjects, asText, dig, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { parameters as runParameters } from '../cloudflare-run/host.ts'
import { parameters as cohereParameters } from '../cohere/parameters.ts'
import { fromAddress } from '../common/media.ts'
import { readPlain } from '../common/parameters.ts'
import { parameters as ernieParameters } from '../ernie/host.ts'
import { parameters as hunyuanParameters } from '../hunyuan/host.ts'
import { parameters as sparkParameters } from '../spark/host.ts'
import { defined, isOff, toCall, toFunction, toResult } from './read-back-parts.ts'
import { readConverse } from './read-converse.ts'

/**
 * How an upstream understands a request in a dialect no client speaks; only used to check the laws on written requests.
 */
export const readBack: Readonly<
  Record<
    'bedrock' | 'cohere' | 'hunyuan' | 'question' | 'coze' | 'spark' | 'ernie' | 'zhipuV3' | 'prompt',
    (body: JsonObject, asked: CanonicalRequest) => CanonicalRequest
  >
> = {
  bedrock: readConverse,
  cohere: readCohere,
  hunyuan: readHunyuan,
  question: readQuestion,
  coze: readCoze,
  spark: readSpark,
  ernie: readErnie,
  zhipuV3: readChatGlm,
  prompt: readPrompt,
}

function readCohere(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const format = asObject(body.response_format)
  const choice = { REQUIRED: 'required', NONE: 'none' } as const
  return {
    ...asked,
    stream: body.stream === true,
    turns: asObjects(body.messages).map(readCohereMessage),
    tools: asObjects(body.tools).map(tool =>
      toFunction(objectOrEmpty(tool.function), dig(tool, 'function.parameters')),
    ),
    parameters: defined({
      ...readPlain(body, cohereParameters),
      toolChoice: body.tool_choice ? { type: choice[body.tool_choice as keyof typeof choice] } : undefined, // it writes no other types
      format: format
        ? asObject(format.json_schema)
          ? { type: 'json-schema', schema: objectOrEmpty(format.json_schema) }
          : { type: 'json' }
        : undefined,
      reasoning: isOff(asked) || body.thinking ? asked.parameters.reasoning : undefined,
    }),
    extras: {},
  }
}

function readCohereMessage(message: JsonObject): Turn {
  const blocks = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
  const said = asObjects(blocks).map((block): Part => {
    if (block.type === 'thinking') return { type: 'reasoning', text: String(block.thinking) }
    if (block.type === 'text') return { type: 'text', text: String(block.text) }
    return { type: 'media', kind: 'image', ...fromAddress(String(dig(block, 'image_url.url'))) }
  })
  if (message.role === 'tool') return { role: 'user', parts: [toResult(message.tool_call_id, said, false)] }
  const plan = asText(message.tool_plan)
  const calls = asArray(message.tool_calls).map(call =>
    toCall(dig(call, 'id'), dig(call, 'function.name'), String(dig(call, 'function.arguments'))),
  )
  const parts: Part[] = [...(plan === null ? [] : [{ type: 'reasoning' as const, text: plan }]), ...said, ...calls]
  return { role: message.role as Turn['role'], parts } // it writes no other roles
}

function readHunyuan(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const choice = body.ToolChoice
  const chosen = asText(dig(body, 'CustomTool.Function.Name'))
  return {
    ...asked,
    stream: body.Stream === true,
    turns: asObjects(body.Messages).map(message =>
      readCohereMessage({
        role: message.Role,
        content: message.Content ?? asObjects(message.Contents).map(inLowerCase),
        tool_call_id: message.ToolCallId,
        tool_calls: asObjects(message.ToolCalls).map(inLowerCase),
      }),
    ),
    tools: asObjects(body.Tools).map(tool => {
      const { name, description, parameters } = objectOrEmpty(inLowerCase(tool).function)
      return toFunction({ name, description }, JSON.parse(String(parameters)))
    }),
    parameters: defined({
      ...readPlain(body, hunyuanParameters),
      toolChoice: choice === 'none' ? { type: 'none' } : chosen === null ? undefined : { type: 'tool', name: chosen },
      reasoning: isOff(asked) ? asked.parameters.reasoning : undefined,
    }),
    extras: {},
  }
}

/** For hosts that take one question and its files. */
function readQuestion(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const shown = asObjects(body.files).map(
    (file): Part => ({
      type: 'media',
      kind: file.type === 'document' ? 'file' : (file.type as MediaPart['kind']), // it writes no other kinds
      ...fromAddress(String(file.url)),
    }),
  )
  return {
    ...asked,
    stream: typeof body.stream === 'boolean' ? body.stream : asked.stream,
    turns: [{ role: 'user', parts: [{ type: 'text', text: String(body.query) }, ...shown] }],
    tools: [],
    parameters: defined({
      user: typeof body.user === 'string' && asked.parameters.user !== undefined ? body.user : undefined,
      reasoning: isOff(asked) ? asked.parameters.reasoning : undefined,
    }),
    extras: {},
  }
}

function readSpark({ parameter, payload }: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  return {
    ...asked,
    turns: asObjects(dig(payload, 'message.text')).map(readCohereMessage),
    tools: asObjects(dig(payload, 'functions.text')).map(({ name, description, parameters }) =>
      toFunction({ name, description }, parameters),
    ),
    parameters: defined({
      ...readPlain(objectOrEmpty(dig(parameter, 'chat')), sparkParameters),
      reasoning: isOff(asked) ? asked.parameters.reasoning : undefined,
    }),
    extras: {},
  }
}

function readErnie(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const system = asText(body.system)
  return {
    ...asked,
    stream: body.stream === true,
    turns: [
      ...(system === null ? [] : [readCohereMessage({ role: 'system', content: system })]),
      ...asObjects(body.messages).map(readCohereMessage),
    ],
    tools: [],
    parameters: defined({
      ...readPlain(body, ernieParameters),
      reasoning: isOff(asked) ? asked.parameters.reasoning : undefined,
    }),
    extras: {},
  }
}

function readChatGlm(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const { parameters } = readErnie({ ...body, messages: [] }, asked)
  return { ...asked, turns: asObjects(body.prompt).map(readCohereMessage), tools: [], parameters, extras: {} }
}

function readPrompt(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  return {
    ...asked,
    stream: body.stream === true,
    turns: [{ role: 'user', parts: [{ type: 'text', text: String(body.prompt) }] }],
    tools: [],
    parameters: defined({
      ...readPlain(body, runParameters),
      reasoning: isOff(asked) ? asked.parameters.reasoning : undefined,
    }),
    extras: {},
  }
}

function readCoze(body: JsonObject, asked: CanonicalRequest): CanonicalRequest {
  const turns = asObjects(body.additional_messages).map(({ role, content, content_type }): Turn => {
    const blocks = content_type === 'text' ? [{ type: 'text', text: content }] : asObjects(JSON.parse(String(content)))
    const parts = blocks.map(
      ({ type, text, file_url }): Part =>
        type === 'text'
          ? { type, text: String(text) }
          : { type: 'media', kind: type as MediaPart['kind'], ...fromAddress(String(file_url)) }, // it writes no other kinds
    )
    return { role: role as Turn['role'], parts } // it writes no other roles
  })
  const { parameters } = readQuestion({ ...body, user: body.user_id }, asked)
  return { ...asked, turns, tools: [], parameters, extras: {} }
}

/** `ImageUrl.Url` as `image_url.url`; texts are unchanged. */
const inLowerCase = (wire: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(wire).map(([name, value]) => [
      name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
      asObject(value) ? inLowerCase(objectOrEmpty(value)) : value,
    ]),
  )
