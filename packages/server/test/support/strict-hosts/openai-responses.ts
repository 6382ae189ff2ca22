import { z } from 'zod'
import { firstOf, misshapen, optional, type Refuses, toolName, unless } from './check.ts'

/** Follows OpenAI's published schema. https://platform.openai.com/docs/api-reference/responses/create */
export const refusesOpenAiResponses: Refuses = text => {
  const body = JSON.parse(text)
  return firstOf(
    misshapen(request, body),
    ...['temperature', 'top_p'].map(name =>
      unless(body[name] === undefined || body[name] === 1, `${name}: unsupported with this model`),
    ),
  )
}

/** An id made elsewhere is refused by its prefix. */
const id = (prefix: string) => z.string().startsWith(prefix).max(64).optional()
const callId = z.string().min(1).max(64)
const content = z.union([z.string(), z.array(z.looseObject({ type: z.string() }))])
/** The items of the published schema that conversations with tools use. */
const item = z.union([
  z.strictObject({
    type: z.literal('message').optional(),
    role: z.enum(['user', 'system', 'developer']),
    content,
    ...optional('status', 'phase', 'id'),
  }),
  z.strictObject({
    type: z.literal('message').optional(),
    role: z.literal('assistant'),
    content,
    id: id('msg'),
    ...optional('status', 'phase'),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id: id('fc'),
    call_id: callId,
    name: toolName(128),
    arguments: z.string(),
    ...optional('status', 'namespace', 'caller'),
  }),
  z.strictObject({
    type: z.literal('function_call_output'),
    call_id: callId,
    output: content,
    ...optional('id', 'status', 'caller', 'name', 'namespace'),
  }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: id('rs'),
    summary: z.array(z.strictObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.string().nullable().optional(),
    ...optional('content', 'status'),
  }),
  z.looseObject({
    type: z.enum([
      'custom_tool_call',
      'custom_tool_call_output',
      'tool_search_call',
      'tool_search_output',
      'web_search_call',
      'local_shell_call',
      'local_shell_call_output',
      'shell_call',
      'shell_call_output',
      'apply_patch_call',
      'apply_patch_call_output',
      'compaction',
      'additional_tools',
      'item_reference',
    ]),
  }),
])
const tool = z.union([
  z.strictObject({
    type: z.literal('function'),
    name: toolName(128),
    ...optional('description', 'parameters', 'strict', 'defer_loading', 'output_schema', 'allowed_callers'),
  }),
  z.looseObject({
    type: z.enum([
      'custom',
      'namespace',
      'tool_search',
      'web_search',
      'web_search_preview',
      'image_generation',
      'local_shell',
      'shell',
      'apply_patch',
      'mcp',
      'file_search',
      'code_interpreter',
      'programmatic_tool_calling',
    ]),
  }),
])
const request = z.strictObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item).min(1)]).optional(),
  tools: z.array(tool).optional(),
  reasoning: z
    .strictObject({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullable().optional(),
      ...optional('summary', 'generate_summary', 'context', 'mode'),
    })
    .nullable()
    .optional(),
  max_output_tokens: z.int().min(16).max(128_000).nullable().optional(),
  ...optional(
    'background',
    'client_metadata',
    'context_management',
    'conversation',
    'include',
    'instructions',
    'max_tool_calls',
  ),
  ...optional('metadata', 'moderation', 'parallel_tool_calls', 'previous_response_id', 'prompt', 'prompt_cache_key'),
  ...optional('prompt_cache_options', 'prompt_cache_retention', 'safety_identifier', 'service_tier', 'store', 'stream'),
  ...optional('stream_options', 'temperature', 'text', 'tool_choice', 'top_logprobs', 'top_p', 'truncation', 'user'),
})
