import type { ErrorDialect, Format } from '@tollgate/gateway'
import type { FormPatience } from './request/multipart/form.ts'

export interface RelayEndpoint {
  path: string
  format: Format
  /** The dialect errors are written in. */
  errors: ErrorDialect
  /** Used when the body names no model. */
  defaultModel?: string
  /** Takes a multipart form, which is sent on once so much of it has been read. */
  form?: FormPatience
  /** Returns audio, which is passed on as it comes. */
  returnsAudio?: true
  /** Costs nothing: nothing is reserved or charged. */
  isFree?: true
}

/** The endpoint of paths that match no other: it gives their errors a dialect. */
export const OPENAI_ROOT: RelayEndpoint = { path: '/v1', format: 'openai-chat', errors: 'openai' }
export const GEMINI_ROOT: RelayEndpoint = { path: '/v1beta', format: 'gemini', errors: 'gemini' }

/** Every endpoint that is relayed to a channel, except Gemini's. */
export const relayEndpoints: RelayEndpoint[] = [
  { path: '/v1/chat/completions', format: 'openai-chat', errors: 'openai' },
  { path: '/v1/completions', format: 'openai-completions', errors: 'openai' },
  { path: '/v1/responses', format: 'openai-responses', errors: 'openai-responses' },
  { path: '/v1/embeddings', format: 'openai-embeddings', errors: 'openai' },
  {
    path: '/v1/moderations',
    format: 'openai-moderations',
    errors: 'openai',
    defaultModel: 'omni-moderation-latest',
  },
  { path: '/v1/rerank', format: 'rerank', errors: 'openai' },
  { path: '/v1/images/generations', format: 'openai-image-generations', errors: 'openai', defaultModel: 'dall-e-2' },
  {
    path: '/v1/images/edits',
    format: 'openai-image-edits',
    errors: 'openai',
    defaultModel: 'gpt-image-1',
    form: 'all',
  },
  { path: '/v1/audio/speech', format: 'openai-speech', errors: 'openai', defaultModel: 'tts-1', returnsAudio: true },
  {
    path: '/v1/audio/transcriptions',
    format: 'openai-transcriptions',
    errors: 'openai',
    defaultModel: 'whisper-1',
    form: 'model',
  },
  {
    path: '/v1/audio/translations',
    format: 'openai-translations',
    errors: 'openai',
    defaultModel: 'whisper-1',
    form: 'model',
  },
  { path: '/v1/messages', format: 'anthropic-messages', errors: 'anthropic' },
  { path: '/v1/messages/count_tokens', format: 'anthropic-count-tokens', errors: 'anthropic', isFree: true },
]

/** Opened as a WebSocket. */
export const REALTIME: RelayEndpoint = { path: '/v1/realtime', format: 'openai-realtime', errors: 'openai' }

/** Endpoints of OpenAI that no channel serves. */
export const unservedPaths = ['/v1/images/variations', '/v1/files', '/v1/files/*', '/v1/fine-tunes', '/v1/fine-tunes/*']

/** Every method of Gemini's models that is relayed to a channel; the path names model and method. */
export const geminiEndpoints = new Map<string, RelayEndpoint>(
  (
    [
      { method: 'generateContent', format: 'gemini' },
      { method: 'streamGenerateContent', format: 'gemini' },
      { method: 'countTokens', format: 'gemini-count-tokens', isFree: true },
      { method: 'embedContent', format: 'gemini-embed-content' },
      { method: 'batchEmbedContents', format: 'gemini-batch-embed-contents' },
      { method: 'predict', format: 'gemini-predict' },
    ] as const
  ).map(({ method, ...endpoint }) => [
    method,
    { path: `/v1beta/models/{model}:${method}`, errors: 'gemini', ...endpoint },
  ]),
)
