import type { Format } from '../protocols/index.ts'

/** A small request that shows whether a model answers. */
export interface TestRequest {
  format: Format
  body: Readonly<Record<string, unknown>>
}

/**
 * Returns the smallest request suited to a model's kind, by its name and the channel's type. Null: no small request
 * tests it, because it needs a recording, a socket or minutes, or the channel takes none.
 *
 * @param serves whether the channel takes requests in a format; if not in the kind's, a conversation is tried
 */
export function testRequest(
  model: string,
  channelType: number,
  serves: (format: Format) => boolean,
): TestRequest | null {
  if (UNTESTABLE.test(model)) return null
  const kind = KINDS.find(({ sign, type, format }) => (type === channelType || sign.test(model)) && serves(format))
  // a host of videos only
  if (!kind && !serves(CONVERSATION.format)) return null
  const { format, body } = kind ?? CONVERSATION
  return { format, body: { model, ...body(model) } }
}

/** Whether a test of the model costs as little as a short conversation. */
export const isCheapToTest = (model: string): boolean => !UNTESTABLE.test(model) && !isCostly(model)

interface Kind {
  sign: RegExp
  /** A channel type whose models are all of this kind. */
  type?: number
  format: Format
  body(model: string): Record<string, unknown>
}

const M3E = 44

const UNTESTABLE =
  /whisper|transcri|realtime|\bsora|veo-|video|hailuo|seedance|^(kling|jimeng|vidu)|[tirs]2v|kf2v|^mj_|swap_face|^suno/i
const PICTURES = /dall-e|gpt-image|^imagen|\bflux|stable-diffusion|\bsd3|cogview|seedream|wanx|kolors|qwen-image/i
const SPEECH = /\btts\b|-tts-|^speech-/i
const isCostly = (model: string): boolean => PICTURES.test(model) || SPEECH.test(model)

/** The first match counts. */
const KINDS: readonly Kind[] = [
  {
    sign: /rerank/i,
    format: 'rerank',
    body: () => ({ query: 'hello', documents: ['hello world', 'something else'], top_n: 1 }),
  },
  {
    sign: /embedding|embed|bge-|^m3e/i,
    type: M3E,
    format: 'openai-embeddings',
    body: () => ({ input: ['hello world'] }),
  },
  { sign: /moderation/i, format: 'openai-moderations', body: () => ({ input: 'hi' }) },
  { sign: PICTURES, format: 'openai-image-generations', body: () => ({ prompt: 'a red dot', n: 1 }) },
  { sign: SPEECH, format: 'openai-speech', body: () => ({ input: 'hi', voice: 'alloy' }) },
  {
    sign: /-instruct$|davinci-002|babbage-002/i,
    format: 'openai-completions',
    body: () => ({ prompt: 'hi', max_tokens: SHORT, stream: true }),
  },
]

/** Streamed, so that the first token is seen. */
const CONVERSATION: Omit<Kind, 'sign'> = {
  format: 'openai-chat',
  body: model => ({ messages: [{ role: 'user', content: 'hi' }], stream: true, ...limitOf(model) }),
}

/** The least that Responses accepts. https://platform.openai.com/docs/api-reference/responses/create */
const SHORT = 16

function limitOf(model: string): Record<string, number> {
  // its thinking budget must be below the limit
  if (/claude/i.test(model) && /thinking/i.test(model)) return {}
  if (/^(o\d|gpt-5)/i.test(model)) return { max_completion_tokens: SHORT }
  if (/thinking/i.test(model)) return { max_tokens: 50 }
  // its thinking counts toward the limit
  return { max_tokens: /gemini/i.test(model) ? 300 : SHORT }
}
