import { z } from 'zod'
import { firstOf, hasTwins, jsonObject, misshapen, optional, type Refuses, toolName, unless } from './check.ts'

/** Validates as Converse does. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html */
export const refusesBedrock: Refuses = text => {
  const body = JSON.parse(text)
  const { messages = [] }: { messages: Message[] } = body
  const usesTools = messages.some(({ content }) => content.some(block => 'toolUse' in block || 'toolResult' in block))
  return firstOf(
    misshapen(request, body),
    unless(messages[0]?.role === 'user', 'A conversation must start with a user message.'),
    unless(
      messages.every(({ role }, at) => messages[at - 1]?.role !== role),
      'roles must alternate between "user" and "assistant"',
    ),
    unless(
      !usesTools || body.toolConfig !== undefined,
      'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    ),
    unless(
      !hasTwins((body.toolConfig?.tools ?? []).flatMap(({ toolSpec }: Tool) => toolSpec?.name ?? [])),
      'toolConfig.tools: names are not unique',
    ),
  )
}

interface Message {
  role: string
  content: object[]
}

interface Tool {
  toolSpec?: { name: string }
}

const said = z.string().regex(/\S/, 'The text field in the ContentBlock object is blank.')
const text = z.strictObject({ text: said })
const cachePoint = z.strictObject({ cachePoint: jsonObject })
const media = z.union([
  z.strictObject({ image: jsonObject }),
  z.strictObject({ document: jsonObject }),
  z.strictObject({ video: jsonObject }),
])
const toolUseId = z.string().regex(/^[a-zA-Z0-9_.:-]{1,64}$/)
const block = z.union([
  text,
  media,
  cachePoint,
  z.strictObject({
    toolUse: z.strictObject({ toolUseId, name: toolName(64), input: z.unknown(), ...optional('type') }),
  }),
  z.strictObject({
    toolResult: z.strictObject({
      toolUseId,
      content: z.array(z.union([text, media, z.strictObject({ json: z.unknown() })])),
      status: z.enum(['success', 'error']).optional(),
    }),
  }),
  z.strictObject({
    reasoningContent: z.union([
      z.strictObject({ reasoningText: z.strictObject({ text: z.string(), signature: z.string().optional() }) }),
      z.strictObject({ redactedContent: z.string() }),
    ]),
  }),
])
const tool = z.union([
  cachePoint,
  z.strictObject({ systemTool: z.strictObject({ name: z.literal('nova_grounding') }) }),
  z.strictObject({
    toolSpec: z.strictObject({
      name: toolName(64),
      description: z.string().min(1).optional(),
      inputSchema: z.strictObject({ json: z.looseObject({ type: z.literal('object') }) }),
      ...optional('strict'),
    }),
  }),
])
const request = z.strictObject({
  messages: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })).min(1),
  system: z.array(z.union([text, cachePoint])).optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).max(65_535).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).optional(),
    })
    .optional(),
  toolConfig: z.strictObject({ tools: z.array(tool).min(1), ...optional('toolChoice') }).optional(),
  // Amazon's own models accept only these here.
  additionalModelRequestFields: z.strictObject(optional('inferenceConfig', 'reasoningConfig')).optional(),
  ...optional(
    'additionalModelResponseFieldPaths',
    'guardrailConfig',
    'outputConfig',
    'performanceConfig',
    'promptVariables',
    'requestMetadata',
    'serviceTier',
  ),
})
