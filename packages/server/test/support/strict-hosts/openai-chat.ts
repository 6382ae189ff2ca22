import { z } from 'zod'
import { firstOf, hasTwins, jsonObject, misshapen, optional, type Refuses, toolName, unless } from './check.ts'

/**
 * Follows OpenAI's published schema and its reasoning models.
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export const refusesOpenAiChat: Refuses = text => {
  const body = JSON.parse(text)
  return firstOf(
    misshapen(request, body),
    unless(!hasTwins((body.tools ?? []).map(nameOf)), 'tools: names are not unique'),
    unless(body.tool_choice === undefined || body.tools?.length > 0, 'tool_choice is only allowed when tools are'),
    unless(body.tools === undefined || body.tools.length > 0, 'tools: empty array'),
    ...SAMPLING.map(name =>
      unless(body[name] === undefined || body[name] === 1, `${name}: unsupported with this model`),
    ),
  )
}

/** Parameters that reasoning models accept only at their default. */
const SAMPLING = ['temperature', 'top_p', 'stop', 'presence_penalty', 'frequency_penalty', 'logit_bias']

const nameOf = (tool: { function?: { name: string }; custom?: { name: string } }): string =>
  (tool.function ?? tool.custom)?.name ?? ''

const textPart = z.strictObject({ type: z.literal('text'), text: z.string(), ...optional('prompt_cache_breakpoint') })
const texts = z.union([z.string(), z.array(textPart).min(1)])
const userPart = z.union([
  textPart,
  z.strictObject({
    type: z.literal('image_url'),
    image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
  }),
  z.strictObject({ type: z.literal('input_audio'), input_audio: jsonObject }),
  z.strictObject({ type: z.literal('file'), file: jsonObject }),
])
const toolCall = z.union([
  z.strictObject({
    id: z.string().min(1).max(64),
    type: z.literal('function'),
    function: z.strictObject({ name: toolName(64), arguments: z.string() }),
  }),
  z.strictObject({ id: z.string(), type: z.literal('custom'), custom: jsonObject }),
])
const message = z.union([
  z.strictObject({ role: z.enum(['system', 'developer']), content: texts, ...optional('name') }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(userPart).min(1)]),
    ...optional('name'),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: texts.nullable().optional(),
    tool_calls: z.array(toolCall).min(1).optional(),
    ...optional('name', 'refusal', 'audio', 'function_call'),
  }),
  // The schema has no name here, but LangChain has always sent one.
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: texts, ...optional('name') }),
])
const tool = z.union([
  z.strictObject({
    type: z.literal('function'),
    function: z.strictObject({
      name: toolName(64),
      description: z.string().optional(),
      parameters: z.looseObject({ type: z.literal('object').optional() }).optional(),
      strict: z.boolean().nullable().optional(),
    }),
  }),
  z.strictObject({ type: z.literal('custom'), custom: jsonObject }),
])
const request = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(tool).max(128).optional(),
  stream_options: z.strictObject(optional('include_usage', 'include_obfuscation')).optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullable().optional(),
  max_completion_tokens: z.int().min(1).max(128_000).optional(),
  ...optional(...SAMPLING),
  ...optional('audio', 'function_call', 'functions', 'logprobs', 'metadata', 'modalities', 'moderation', 'n'),
  ...optional(
    'parallel_tool_calls',
    'prediction',
    'prompt_cache_key',
    'prompt_cache_options',
    'prompt_cache_retention',
  ),
  ...optional('response_format', 'safety_identifier', 'seed', 'service_tier', 'store', 'stream', 'tool_choice'),
  ...optional('top_logprobs', 'user', 'verbosity', 'web_search_options'),
})
