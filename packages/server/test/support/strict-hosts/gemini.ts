import { z } from 'zod'
import { firstOf, jsonObject, misshapen, optional, type Refuses, unless } from './check.ts'

/** Refuses fields that the Gemini API does not have. https://ai.google.dev/api/generate-content */
export const refusesGemini: Refuses = text => {
  const body = JSON.parse(text)
  const { contents = [] }: { contents: Content[] } = body
  return firstOf(
    misshapen(request, body),
    unless(contents[0]?.role !== 'model', 'please ensure that multiturn requests begin with a user turn'),
    ...contents.map((content, at) => refusesTurn(content, contents[at - 1])),
  )
}

interface Content {
  role?: string
  parts: Record<string, unknown>[]
}

/**
 * There must be as many responses as calls, directly after them. Google's own libraries send each chunk of a stream
 * back as a turn: calls may follow turns of thoughts, but parallel calls are one turn.
 * https://github.com/googleapis/js-genai/issues/1275
 */
function refusesTurn({ parts }: Content, before: Content | undefined): string | null {
  const count = (kind: string, among: Content['parts'] = []) => among.filter(part => kind in part).length
  const responses = count('functionResponse', parts)
  return firstOf(
    unless(
      responses === 0 || responses === count('functionCall', before?.parts),
      'please ensure that the number of function response parts is equal to the number of function call parts',
    ),
    unless(
      count('functionCall', parts) === 0 ||
        before?.role === 'user' ||
        before?.parts.every(({ thought }) => thought) === true,
      'please ensure that function call turn comes immediately after a user turn or after a function response turn',
    ),
  )
}

const SCHEMA_MEMBERS = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'maxItems',
  'minItems',
  'required',
]
const MORE_SCHEMA_MEMBERS = [
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'default',
]
const schema: z.ZodType = z.lazy(() =>
  z.strictObject({
    ...optional(...SCHEMA_MEMBERS, ...MORE_SCHEMA_MEMBERS, 'propertyOrdering', 'minimum', 'maximum'),
    properties: z.record(z.string(), schema).optional(),
    anyOf: z.array(schema).optional(),
    items: schema.optional(),
  }),
)
const KINDS = [
  'text',
  'inlineData',
  'functionCall',
  'functionResponse',
  'fileData',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]
const part = z
  .strictObject({
    functionCall: z
      .strictObject({
        name: z.string().min(1),
        args: jsonObject.optional(),
        ...optional('id', 'partialArgs', 'willContinue'),
      })
      .optional(),
    functionResponse: z
      .strictObject({
        name: z.string().min(1),
        response: jsonObject,
        ...optional('id', 'parts', 'scheduling', 'willContinue'),
      })
      .optional(),
    text: z.string().optional(),
    ...optional('inlineData', 'fileData', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'),
    ...optional('thought', 'thoughtSignature', 'videoMetadata', 'mediaResolution', 'partMetadata'),
  })
  .refine(
    one => KINDS.filter(kind => kind in one).length === 1,
    'required oneof field "data" must have one initialized field',
  )
const content = z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(part).min(1) })
const declaration = z.strictObject({
  name: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/),
  description: z.string().optional(),
  parameters: schema.optional(),
  ...optional('parametersJsonSchema', 'response', 'responseJsonSchema', 'behavior'),
  // Google's Python library spells them this way, which the host accepts.
  ...optional('parameters_json_schema', 'response_json_schema'),
})
const thinkingConfig = z
  .strictObject(optional('includeThoughts', 'thinkingBudget', 'thinkingLevel'))
  .refine(
    ({ thinkingBudget, thinkingLevel }) => thinkingBudget === undefined || thinkingLevel === undefined,
    'you can only set one of thinking budget and thinking level',
  )
const generationConfig = z.strictObject({
  maxOutputTokens: z.int().min(1).max(65_536).optional(),
  thinkingConfig: thinkingConfig.optional(),
  ...optional(
    'stopSequences',
    'responseMimeType',
    'responseSchema',
    'responseJsonSchema',
    '_responseJsonSchema',
    'responseModalities',
  ),
  ...optional('candidateCount', 'temperature', 'topP', 'topK', 'seed', 'presencePenalty', 'frequencyPenalty'),
  ...optional(
    'responseLogprobs',
    'logprobs',
    'enableEnhancedCivicAnswers',
    'speechConfig',
    'imageConfig',
    'mediaResolution',
  ),
})
const request = z.strictObject({
  contents: z.array(content).min(1),
  systemInstruction: z.strictObject({ role: z.string().optional(), parts: z.array(part).min(1) }).optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(declaration).optional(),
        ...optional(
          'googleSearch',
          'urlContext',
          'codeExecution',
          'googleMaps',
          'fileSearch',
          'computerUse',
          'mcpServers',
        ),
      }),
    )
    .optional(),
  generationConfig: generationConfig.optional(),
  ...optional('model', 'toolConfig', 'safetySettings', 'cachedContent', 'serviceTier', 'store'),
})
