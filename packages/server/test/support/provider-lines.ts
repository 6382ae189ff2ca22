import { eventStream } from '@tollgate/gateway/laws'
import { vertexKey } from '../fidelity/vertex-key.ts'
import { spokenDialects } from './conversing-upstream/index.ts'
import type { SpokenDialect } from './conversing-upstream/spoken-dialect.ts'

const {
  'openai-chat': chat,
  'openai-responses': responses,
  'anthropic-messages': messages,
  gemini,
  bedrock,
  cohere,
} = spokenDialects

/** One kind of upstream: its path, authentication and errors. */
export interface ProviderLine {
  name: string
  type: number
  model: string
  speaks: SpokenDialect
  /** The channel's key; `tokenUri` is the token endpoint for a Google service account. */
  key?: string | ((tokenUri: string) => string)
  other?: string
  /** The part of the channel's address after the host. */
  base?: string
  /** The path after the upstream's address; for streams, `streamPath` if it differs. */
  path: string
  streamPath?: string
  /** The header that authenticates the caller. */
  proof: [name: string, value: string | RegExp]
  /** Its error body, with the text `SAID` that the client must receive. */
  error: object
  /** The only endpoint that reaches it this way; absent: all of them. */
  from?: string
}

export const SAID = 'The prompt is too long'
const BEARER: ProviderLine['proof'] = ['authorization', 'Bearer upstream-key']
const ACCESS: ProviderLine['proof'] = ['authorization', 'Bearer ya29.access']
const AWS_KEY = 'AKIATESTTESTTESTTEST|a secret of forty letters|eu-central-1'
const AS_OPENAI = { error: { message: SAID, type: 'invalid_request_error', param: null, code: null } }
const AS_GOOGLE = { error: { code: 400, message: SAID, status: 'INVALID_ARGUMENT' } }
const AS_ANTHROPIC = { type: 'error', error: { type: 'invalid_request_error', message: SAID } }

/** A model that answers in Anthropic's events, each in AWS's framing. */
const packed: SpokenDialect = {
  ...messages,
  isStream: path => path.endsWith('/invoke-with-response-stream'),
  streamType: 'application/vnd.amazon.eventstream',
  stream: step =>
    eventStream(
      [...String(messages.stream(step)).matchAll(/^data: (.+)$/gm)].map(([, event = '']) => ({
        headers: { ':message-type': 'event', ':event-type': 'chunk' },
        body: { bytes: Buffer.from(event).toString('base64') },
      })),
    ),
}
const AZURE_CHAT = '/openai/deployments/gpt-4o/chat/completions?api-version='
const serviceAccount = (tokenUri: string): string => vertexKey('our-project', tokenUri)
const PROJECT = '/projects/our-project/locations'

/** Every kind of upstream that conversations are relayed to. */
export const providerLines: ProviderLine[] = [
  {
    name: 'OpenAI',
    type: 1,
    model: 'gpt-4o',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: AS_OPENAI,
  },
  {
    name: 'Azure by deployment',
    type: 3,
    model: 'gpt-4o',
    speaks: chat,
    other: '2024-10-21',
    path: `${AZURE_CHAT}2024-10-21`,
    proof: ['api-key', 'upstream-key'],
    error: { error: { code: 'context_length_exceeded', message: SAID } },
  },
  {
    name: 'Azure by its second generation',
    type: 3,
    model: 'gpt-4o-v1',
    speaks: chat,
    other: 'v1',
    path: '/openai/v1/chat/completions',
    proof: ['api-key', 'upstream-key'],
    error: AS_OPENAI,
  },
  {
    name: 'Ollama',
    type: 4,
    model: 'qwen3',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: AS_OPENAI,
  },
  {
    name: 'a custom host',
    type: 8,
    model: 'anything',
    speaks: chat,
    base: '/some/where/{model}/chat/completions',
    path: '/some/where/anything/chat/completions',
    proof: BEARER,
    error: { detail: SAID },
  },
  {
    name: 'a custom host that speaks as Anthropic does',
    type: 8,
    model: 'claude-by-others',
    speaks: messages,
    base: '/claude/v1/messages',
    path: '/claude/v1/messages',
    proof: ['x-api-key', 'upstream-key'],
    error: AS_ANTHROPIC,
  },
  {
    name: 'Anthropic',
    type: 14,
    model: 'claude-sonnet-4-5',
    speaks: messages,
    path: '/v1/messages',
    proof: ['x-api-key', 'upstream-key'],
    error: AS_ANTHROPIC,
  },
  {
    name: 'OpenRouter',
    type: 20,
    model: 'qwen/qwen3-max',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { error: { message: SAID, code: 400 }, user_id: 'user_1' },
  },
  {
    name: 'Gemini',
    type: 24,
    model: 'gemini-2.5-flash',
    speaks: gemini,
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    streamPath: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    proof: ['x-goog-api-key', 'upstream-key'],
    error: AS_GOOGLE,
  },
  {
    name: 'Hunyuan by a plain key',
    type: 23,
    model: 'hy3',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: AS_OPENAI,
  },
  {
    name: 'Spark over HTTP',
    type: 18,
    model: 'generalv3.5',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { error: { message: SAID, type: 'api_error', param: null, code: '10163' } },
  },
  {
    name: 'PaLM, which is Gemini now',
    type: 11,
    model: 'gemini-2.5-flash',
    speaks: gemini,
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    streamPath: '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse',
    proof: ['x-goog-api-key', 'upstream-key'],
    error: AS_GOOGLE,
  },
  {
    name: 'GLM in a channel of ChatGLM',
    type: 16,
    model: 'glm-4.7',
    speaks: chat,
    key: 'key-id.key-secret',
    path: '/api/paas/v4/chat/completions',
    proof: ['authorization', 'Bearer key-id.key-secret'],
    from: '/v1/chat/completions',
    error: { error: { code: '1261', message: SAID } },
  },
  {
    name: 'Moonshot',
    type: 25,
    model: 'kimi-k2',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: AS_OPENAI,
    from: '/v1/chat/completions',
  },
  {
    name: 'Moonshot in Anthropic’s words',
    type: 25,
    model: 'kimi-k2',
    speaks: messages,
    path: '/anthropic/v1/messages',
    proof: BEARER,
    error: AS_ANTHROPIC,
    from: '/v1/messages',
  },
  {
    name: 'Zhipu',
    type: 26,
    model: 'glm-4.7',
    speaks: chat,
    key: 'key-id.key-secret',
    path: '/api/paas/v4/chat/completions',
    proof: ['authorization', 'Bearer key-id.key-secret'],
    from: '/v1/chat/completions',
    error: { error: { code: '1261', message: SAID } },
  },
  {
    name: 'GLM in Anthropic’s words',
    type: 26,
    model: 'glm-4.7',
    speaks: messages,
    key: 'key-id.key-secret',
    path: '/api/anthropic/v1/messages',
    proof: ['authorization', 'Bearer key-id.key-secret'],
    error: AS_ANTHROPIC,
    from: '/v1/messages',
  },
  {
    name: 'Alibaba',
    type: 17,
    model: 'deepseek-v3',
    speaks: chat,
    path: '/compatible-mode/v1/chat/completions',
    proof: BEARER,
    error: AS_OPENAI,
  },
  {
    name: 'Alibaba in Anthropic’s words',
    type: 17,
    model: 'qwen3-max',
    speaks: messages,
    path: '/apps/anthropic/v1/messages',
    proof: BEARER,
    error: AS_ANTHROPIC,
    from: '/v1/messages',
  },
  {
    name: 'MiniMax',
    type: 35,
    model: 'MiniMax-M2',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { base_resp: { status_code: 2013, status_msg: SAID } },
    from: '/v1/chat/completions',
  },
  {
    name: 'MiniMax in Anthropic’s words',
    type: 35,
    model: 'MiniMax-M2',
    speaks: messages,
    path: '/anthropic/v1/messages',
    proof: BEARER,
    error: AS_ANTHROPIC,
    from: '/v1/messages',
  },
  {
    name: 'Cloudflare',
    type: 39,
    model: '@cf/meta/llama-4-scout-17b-16e-instruct',
    speaks: chat,
    other: 'account-of-many-letters',
    path: '/client/v4/accounts/account-of-many-letters/ai/v1/chat/completions',
    proof: BEARER,
    error: { result: null, success: false, errors: [{ code: 5006, message: SAID }], messages: [] },
  },
  {
    name: 'gpt-oss at Cloudflare, which speaks Responses there',
    type: 39,
    model: '@cf/openai/gpt-oss-120b',
    speaks: responses,
    other: 'account-of-many-letters',
    path: '/client/v4/accounts/account-of-many-letters/ai/v1/responses',
    proof: BEARER,
    error: AS_OPENAI,
  },
  {
    name: 'Volcengine',
    type: 45,
    model: 'doubao-seed-2-0-pro-260215',
    speaks: chat,
    path: '/api/v3/chat/completions',
    proof: BEARER,
    error: { error: { code: 'InvalidParameter', message: SAID, param: '', type: 'BadRequest' } },
  },
  {
    name: 'Baidu',
    type: 46,
    model: 'ernie-4.0-8k',
    speaks: chat,
    key: 'upstream-key|app-1',
    path: '/v2/chat/completions',
    proof: BEARER,
    error: { error: { code: 'invalid_request', message: SAID, type: 'invalid_request_error' }, id: 'as-1' },
  },
  {
    name: 'Claude on AWS, signed',
    type: 33,
    model: 'claude-sonnet-4-5-20250929',
    speaks: packed,
    key: AWS_KEY,
    path: '/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke',
    streamPath: '/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke-with-response-stream',
    proof: ['authorization', /^AWS4-HMAC-SHA256 Credential=AKIATESTTESTTESTTEST\/\d{8}\/eu-central-1\/bedrock\//],
    error: { message: SAID },
  },
  {
    name: 'Nova on AWS, by API key',
    type: 33,
    model: 'nova-lite-v1:0',
    speaks: bedrock,
    key: 'an-api-key|us-east-1',
    path: '/model/us.amazon.nova-lite-v1%3A0/converse',
    streamPath: '/model/us.amazon.nova-lite-v1%3A0/converse-stream',
    proof: ['authorization', 'Bearer an-api-key'],
    error: { message: SAID },
  },
  {
    name: 'Cohere',
    type: 34,
    model: 'command-a-03-2025',
    speaks: cohere,
    path: '/v2/chat',
    proof: BEARER,
    error: { id: 'e-1', message: SAID },
  },
  {
    name: 'SiliconFlow',
    type: 40,
    model: 'deepseek-ai/DeepSeek-V3.1',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { code: 20012, message: SAID, data: '' },
  },
  {
    name: 'Gemini on Vertex',
    type: 41,
    key: serviceAccount,
    model: 'gemini-2.5-pro',
    speaks: gemini,
    other: '{"default":"us-central1","gemini-2.5-pro":"europe-west4"}',
    path: `/v1beta1${PROJECT}/europe-west4/publishers/google/models/gemini-2.5-pro:generateContent`,
    streamPath: `/v1beta1${PROJECT}/europe-west4/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse`,
    proof: ACCESS,
    error: AS_GOOGLE,
  },
  {
    name: 'Claude on Vertex',
    type: 41,
    key: serviceAccount,
    model: 'claude-opus-4-5-20251101',
    speaks: { ...messages, isStream: path => path.endsWith(':streamRawPredict') },
    other: '{"default":"us-east5"}',
    path: `/v1${PROJECT}/us-east5/publishers/anthropic/models/claude-opus-4-5@20251101:rawPredict`,
    streamPath: `/v1${PROJECT}/us-east5/publishers/anthropic/models/claude-opus-4-5@20251101:streamRawPredict`,
    proof: ACCESS,
    error: AS_ANTHROPIC,
  },
  {
    name: 'another maker’s model on Vertex',
    type: 41,
    key: serviceAccount,
    model: 'meta/llama-4-maverick-17b-128e-instruct-maas',
    speaks: chat,
    other: 'us-east5',
    path: `/v1${PROJECT}/us-east5/endpoints/openapi/chat/completions`,
    proof: ACCESS,
    error: [AS_GOOGLE],
  },
  {
    name: 'Mistral',
    type: 42,
    model: 'mistral-large-latest',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { object: 'error', message: SAID, type: 'invalid_request_error', param: null, code: '3051' },
  },
  {
    name: 'DeepSeek',
    type: 43,
    model: 'deepseek-reasoner',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: AS_OPENAI,
  },
  {
    name: 'Xinference',
    type: 47,
    model: 'qwen2.5',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { detail: SAID },
  },
  {
    name: 'xAI',
    type: 48,
    model: 'grok-4',
    speaks: chat,
    path: '/v1/chat/completions',
    proof: BEARER,
    error: { code: 'Client specified an invalid argument', error: SAID },
  },
]
