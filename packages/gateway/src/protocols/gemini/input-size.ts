import { type MemberTable, members as membersOf, noted, PLAIN_TEXT, words } from '../common/input-size.ts'

/** Google accepts names in either case. */
const members = (table: MemberTable, more = {}) => membersOf(table, { bothCases: true, ...more })

const inlineData = members({ displayName: 'text' }, { medium: { data: 'data', type: 'mimeType' } })

/** A list, or its only element. */
const someOf = (object: ReturnType<typeof members>) => ({ each: { object }, object })

/** https://ai.google.dev/api/caching#Part */
const part = members({
  text: PLAIN_TEXT,
  'thought thoughtSignature mediaResolution partMetadata': 'text',
  inlineData: { object: inlineData },
  'functionCall executableCode codeExecutionResult': 'text',
  functionResponse: {
    object: members({
      'id name response willContinue scheduling': 'text',
      parts: someOf(members({ inlineData: { object: inlineData } })),
    }),
  },
})

const content = members({ role: words('user model function system'), parts: someOf(part) })

const tool = members({
  functionDeclarations: 'text',
  computerUse: { object: members({ 'environment excludedPredefinedFunctions': 'text' }) },
  'googleSearch googleSearchRetrieval enterpriseWebSearch': noted('web_search', 'outside'),
  googleMaps: noted('google_maps', 'outside'),
  fileSearch: noted('file_search', 'outside'),
})

const request: MemberTable = {
  contents: { text: 'text', ...someOf(content) },
  systemInstruction: { text: 'text', object: content },
  'model stream modelArmorConfig safetySettings labels store serviceTier': 'text',
  generationConfig: {
    object: members({
      [`candidateCount maxOutputTokens temperature topP topK seed stopSequences presencePenalty frequencyPenalty logprobs
        responseLogprobs responseMimeType responseSchema responseJsonSchema _responseJsonSchema mediaResolution
        speechConfig imageConfig audioTimestamp enableEnhancedCivicAnswers thinkingConfig`]: 'text',
      responseModalities: noted('drawsOrSpeaks', 'text'),
    }),
  },
  tools: noted('tools', someOf(tool)),
  toolConfig: noted('tools', {
    object: members({ 'functionCallingConfig retrievalConfig includeServerSideToolInvocations': 'text' }),
  }),
  cachedContent: 'outside',
}

export const inputSize = members(request)

export const countSize = members({
  ...request,
  generateContentRequest: { object: members(request) },
})

const embedded: MemberTable = {
  content: { text: 'text', object: content },
  'model taskType title outputDimensionality autoTruncate': 'text',
}

export const embedSize = members({ ...embedded, requests: someOf(members(embedded)) })

/** Bodies of Imagen, and of Vertex' texts. https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api */
export const predictSize = members({
  'model parameters labels': 'text',
  instances: someOf(
    members({
      'prompt content title task_type': 'text',
      image: { object: membersOf({}, { medium: { data: 'bytesBase64Encoded', type: 'mimeType' } }) },
    }),
  ),
})
