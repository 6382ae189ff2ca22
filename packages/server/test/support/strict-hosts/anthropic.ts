import { z } from 'zod'
import { firstOf, hasTwins, jsonObject, misshapen, optional, type Refuses, toolName, unless } from './check.ts'

/** Refuses what the Messages API refuses for Claude Sonnet 4.5. https://docs.claude.com/en/api/messages */
export const refusesAnthropic: Refuses = text => {
  const body = JSON.parse(text)
  const thinks = body.thinking?.type === 'enabled'
  return firstOf(
    misshapen(request, body),
    unless(body.messages[0]?.role === 'user', 'messages: first message must use the "user" role'),
    unless(
      (text.match(/"cache_control":\{/g) ?? []).length <= 4,
      'a maximum of 4 blocks with cache_control may be provided',
    ),
    unless(
      !hasTwins((body.tools ?? []).map(({ name }: { name: string }) => name)),
      'tools: Tool names must be unique.',
    ),
    unless(
      body.tool_choice === undefined || body.tools?.length > 0,
      'tool_choice may only be specified while providing tools',
    ),
    unless(
      !thinks || body.thinking.budget_tokens < body.max_tokens,
      'max_tokens must be greater than thinking.budget_tokens',
    ),
    unless(!thinks || (body.temperature ?? 1) === 1, 'temperature may only be set to 1 when thinking is enabled'),
    unless(!thinks || body.top_k === undefined, 'top_k must be unset when thinking is enabled'),
    unless(
      !thinks || !['any', 'tool'].includes(body.tool_choice?.type),
      'Thinking may not be enabled when tool_choice forces tool use',
    ),
    unless(
      body.temperature === undefined || body.top_p === undefined,
      'temperature and top_p cannot both be specified for this model',
    ),
    unless(body.output_config?.effort === undefined, 'This model does not support the effort parameter'),
    unless(body.messages.every(resultsFirst), 'tool_result blocks must come first in their message'),
  )
}

interface Message {
  content: string | { type: string }[]
}

function resultsFirst({ content }: Message): boolean {
  if (typeof content === 'string') return true
  const kinds = content.map(({ type }) => type === 'tool_result')
  return !kinds.some((isResult, at) => isResult && kinds.slice(0, at).includes(false))
}

const said = z.string().regex(/\S/, 'text content blocks must contain non-whitespace text')
const textBlock = z.strictObject({ type: z.literal('text'), text: said, ...optional('cache_control', 'citations') })
const media = z.strictObject({
  type: z.enum(['image', 'document']),
  source: jsonObject,
  ...optional('cache_control', 'title', 'context', 'citations'),
})
const block = z.union([
  textBlock,
  media,
  z.strictObject({
    type: z.literal('tool_use'),
    id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
    name: toolName(200),
    input: jsonObject,
    ...optional('cache_control', 'caller'),
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
    content: z
      .union([
        z.string(),
        z.array(
          z.union([
            textBlock,
            media,
            z.strictObject({ type: z.literal('tool_reference'), tool_name: z.string(), ...optional('cache_control') }),
          ]),
        ),
      ])
      .optional(),
    is_error: z.boolean().optional(),
    ...optional('cache_control'),
  }),
  z.strictObject({ type: z.literal('thinking'), thinking: z.string().min(1), signature: z.string().min(1) }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.looseObject({
    type: z.enum([
      'server_tool_use',
      'web_search_tool_result',
      'web_fetch_tool_result',
      'search_result',
      'tool_search_tool_result',
      'compaction',
    ]),
  }),
])
const none = z.undefined().optional()
const tool = z.union([
  z.strictObject({
    type: z.literal('custom').optional(),
    name: toolName(128),
    input_schema: z.looseObject({ type: z.literal('object'), oneOf: none, anyOf: none, allOf: none }),
    ...optional(
      'description',
      'cache_control',
      'strict',
      'defer_loading',
      'eager_input_streaming',
      'allowed_callers',
      'input_examples',
    ),
  }),
  z.looseObject({ type: z.string().regex(/_\d{8}$/), name: z.string() }),
])
const request = z.strictObject({
  model: z.string(),
  max_tokens: z.int().min(1).max(64_000),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.union([said, z.array(block).min(1)]) }))
    .min(1),
  system: z.union([z.string(), z.array(textBlock)]).optional(),
  tools: z.array(tool).optional(),
  thinking: z
    .union([
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), ...optional('display') }),
      z.strictObject({ type: z.literal('disabled') }),
    ])
    .optional(),
  metadata: z.strictObject({ user_id: z.string().nullable().optional() }).optional(),
  ...optional(
    'cache_control',
    'container',
    'context_management',
    'inference_geo',
    'mcp_servers',
    'output_config',
    'output_format',
  ),
  ...optional('service_tier', 'stop_sequences', 'stream', 'temperature', 'tool_choice', 'top_k', 'top_p'),
})
