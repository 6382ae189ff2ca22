import type { Abilities } from '@tollgate/contract'
import { thinkingModel } from '../canonical/thinking-models.ts'

/** What the models of a family can do. A missing ability is unknown and shown as unknown. */
interface Family {
  models: RegExp
  can: Abilities
  /** The documentation, or recorded calls that prove it. */
  source: string
}

const NAME = 'the name is that of an endpoint’s models'
const RECORDED = 'recorded calls of the test suites'
const CLAUDE = 'https://platform.claude.com/docs/en/models/overview, …/build-with-claude/vision'
const GEMINI = 'https://ai.google.dev/gemini-api/docs/models, and recorded calls'
const OPENAI = 'https://platform.openai.com/docs/models, and recorded calls'
const XAI = 'https://docs.x.ai/developers/models'

/** A model that cannot chat takes no tools either. */
const only = (can: Abilities): Abilities => ({ chat: false, tools: false, reasoning: false, ...can })
const chat = { chat: true } as const
const withTools = { ...chat, tools: true } as const
const seeing = { ...withTools, vision: true } as const

/** The first match counts. */
const FAMILIES: readonly Family[] = [
  { models: /rerank/, can: only({ rerank: true }), source: NAME },
  { models: /embed|(^|[/.-])(bge|m3e|gte|e5|voyage)-/, can: only({ embeddings: true }), source: NAME },
  { models: /moderation/, can: only({}), source: NAME },
  { models: /whisper|transcri|\btts\b|^speech-|^suno_music/, can: only({ audio: true }), source: NAME },
  { models: /^(suno_lyrics|mj_describe|mj_shorten)/, can: only({}), source: NAME },
  {
    models: /(^|\/)(sora|veo-|hailuo|vidu|seedance|jimeng)|kling|cogvideo|video|[tirs]2v|kf2v/,
    can: only({ video: true }),
    source: NAME,
  },
  {
    models:
      /dall-e|gpt-image|(^|\/)imagen|\bflux|stable-diffusion|\bsd3|cogview|seedream|wanx|kolors|qwen-image|^mj_|swap_face/,
    can: only({ images: true }),
    source: NAME,
  },

  // Claude
  { models: /claude-(v?[12]|instant)/, can: { ...chat, vision: false }, source: CLAUDE },
  { models: /claude/, can: seeing, source: CLAUDE },

  // Google
  {
    models: /gemini-\d(\.\d)?-(flash|pro)(-lite)?(-preview|-exp)?-image/,
    can: { ...chat, vision: true, images: true },
    source: GEMINI,
  },
  { models: /gemini-(1\.5|[2-9])/, can: { ...seeing, audio: true }, source: GEMINI },
  { models: /gemini|gemma/, can: chat, source: GEMINI },

  // OpenAI
  { models: /(^|\/)gpt-[\d.a-z-]{0,40}search/, can: chat, source: OPENAI },
  { models: /(^|\/)gpt-(3\.5-turbo-instruct)|davinci-002|babbage-002/, can: only({}), source: OPENAI },
  {
    models: /(^|\/)gpt-(realtime|audio|4o-[a-z-]{0,20}(audio|realtime))/,
    can: { ...withTools, audio: true },
    source: OPENAI,
  },
  { models: /(^|\/)(chatgpt-4o|gpt-5(\.\d{1,2})?-chat)/, can: { ...chat, vision: true }, source: OPENAI },
  { models: /(^|\/)(gpt-4-turbo(?!-preview)|gpt-4o|gpt-4\.[15]|gpt-5)/, can: seeing, source: OPENAI },
  { models: /(^|\/)o1-(mini|preview)/, can: chat, source: OPENAI },
  { models: /(^|\/)o3-mini/, can: withTools, source: OPENAI },
  { models: /(^|\/)(o1|o3|o4-mini)(-|$)/, can: seeing, source: OPENAI },
  { models: /gpt-oss/, can: withTools, source: RECORDED },
  { models: /(^|\/)gpt-[34]/, can: chat, source: OPENAI },

  // Others
  { models: /deepseek-(vl|ocr|janus)/, can: { vision: true }, source: NAME },
  { models: /deepseek-(chat|reasoner|r1(?!-distill)|v[34])/, can: withTools, source: RECORDED },
  { models: /mistral-medium|pixtral/, can: seeing, source: RECORDED },
  { models: /mistral-(large|small)|ministral|magistral/, can: withTools, source: RECORDED },
  { models: /llama-?4/, can: seeing, source: RECORDED },
  { models: /qwen[\d.]{0,4}-vl/, can: seeing, source: RECORDED },
  { models: /grok-(4\.20|4\.3)(?!\d)/, can: seeing, source: XAI },
  { models: /command-r/, can: withTools, source: RECORDED },
  { models: /nova-(2-lite|micro)/, can: withTools, source: RECORDED },
  { models: /glm-\d(\.\d)?v/, can: { ...chat, vision: true }, source: NAME },
  { models: /glm-5\.2/, can: withTools, source: RECORDED },
  { models: /llama|mixtral|codestral|devstral|grok|nova-|kimi|moonshot|minimax|command/, can: chat, source: NAME },
]

/** Returns what a model can do, by its name: its family's abilities, and whether it thinks. */
export function abilitiesOf(model: string): Abilities {
  const name = model.toLowerCase()
  const family = FAMILIES.find(({ models }) => models.test(name))?.can
  if (family?.chat === false) return family
  const thinking = thinkingModel(name)
  return { ...(thinking && { chat: true, reasoning: thinking.thinks !== 'never' }), ...family }
}
