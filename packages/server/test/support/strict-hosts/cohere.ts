import { z } from 'zod'
import { firstOf, jsonObject, misshapen, optional, type Refuses, unless } from './check.ts'

/** Validates as Cohere's second chat API does. https://docs.cohere.com/reference/chat */
export const refusesCohere: Refuses = text => {
  const body = JSON.parse(text)
  return firstOf(
    misshapen(request, body),
    unless(body.tool_choice === undefined || body.tools?.length > 0, 'tool_choice: tools are not given'),
    unless(body.tools === undefined || body.tools.length > 0, 'tools: must not be empty'),
  )
}

const textBlock = z.strictObject({ type: z.literal('text'), text: z.string() })
const texts = z.union([z.string(), z.array(textBlock)])
const message = z.union([
  z.strictObject({ role: z.literal('system'), content: texts }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([
      z.string(),
      z.array(z.union([textBlock, z.strictObject({ type: z.literal('image_url'), image_url: jsonObject })])),
    ]),
  }),
  z
    .strictObject({
      role: z.literal('assistant'),
      content: z
        .union([
          z.string(),
          z.array(z.union([textBlock, z.strictObject({ type: z.literal('thinking'), thinking: z.string() })])),
        ])
        .optional(),
      tool_calls: z
        .array(
          z.strictObject({
            id: z.string().min(1),
            type: z.literal('function'),
            function: z.strictObject({ name: z.string(), arguments: z.string() }),
          }),
        )
        .optional(),
      ...optional('tool_plan', 'citations'),
    })
    .refine(
      ({ content, tool_calls }) => content !== undefined || tool_calls !== undefined,
      'must have content or tool calls',
    ),
  z.strictObject({
    role: z.literal('tool'),
    tool_call_id: z.string().min(1),
    content: z.union([
      z.string(),
      z.array(z.union([textBlock, z.strictObject({ type: z.literal('document'), document: jsonObject })])),
    ]),
  }),
])
const tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]+$/),
    description: z.string().optional(),
    parameters: z.looseObject({ type: z.literal('object') }),
  }),
})
const request = z.strictObject({
  model: z.string(),
  messages: z.array(message).min(1),
  tools: z.array(tool).optional(),
  tool_choice: z.enum(['REQUIRED', 'NONE']).optional(),
  // The host caps a limit above the model's longest answer.
  max_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).max(1).optional(),
  p: z.number().min(0.01).max(0.99).optional(),
  k: z.int().min(0).max(500).optional(),
  thinking: z
    .strictObject({ type: z.enum(['enabled', 'disabled']), token_budget: z.int().min(1).optional() })
    .optional(),
  ...optional('stream', 'documents', 'citation_options', 'response_format', 'safety_mode', 'stop_sequences', 'seed'),
  ...optional('frequency_penalty', 'presence_penalty', 'logprobs', 'strict_tools', 'priority', 'raw_prompting'),
})
