/** The formats in which clients call models. */
export type ChatFormat = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'

/** Whether a model of this name holds conversations; an unknown one is assumed to. */
export const holdsConversations = (name: string): boolean => !NO_CONVERSATION.test(name)

/**
 * Names of models for embeddings, images, audio and video, for ranking and classification, or that only continue a
 * text.
 */
const NO_CONVERSATION =
  /embed|(^|[/-])(bge|m3e|gte|e5)-|rerank|moderation|whisper|transcribe|tts|realtime|dall-e|image|imagen|flux|veo|sora|video|suno|kling|(^|[/-])(ada|babbage|curie|davinci)(-|$)|gpt-3\.5-turbo-instruct/i

/** Whether the format belongs to the model's maker, even after a host's prefix. All other models use Chat. */
export const isOwnFormat = (format: ChatFormat, name: string): boolean => speakers[format].test(name)

const speakers: Record<ChatFormat, RegExp> = {
  'openai-chat': /^(?!.*(claude|gemini))/i,
  'openai-responses': /(^|[/.])(gpt|chatgpt|codex|o\d)/i,
  'anthropic-messages': /(^|[/.])claude/i,
  gemini: /(^|[/.])(gemini|gemma)/i,
}

/**
 * Returns the best-known chat model among names, for examples and new conversations: models of the format first, then by how well
 * known their family is, its everyday size, and their version. If no model holds conversations, the first name; undefined without
 * any.
 */
export function bestKnownModel(names: readonly string[], format: ChatFormat = 'openai-chat'): string | undefined {
  const conversing = names.filter(holdsConversations)
  // Every model also supports Chat.
  const own = format === 'openai-chat' ? [] : conversing.filter(name => isOwnFormat(format, name))
  const from = own.length > 0 ? own : conversing
  const [best] = from.map(placeOf).toSorted(byPlace)
  return best?.name ?? names[0]
}

/** The best known first: a family's name, and its everyday models. */
const FAMILIES: [family: RegExp, everyday: RegExp][] = [
  [/(^|[/.])(chatgpt-|gpt-|o\d)/i, /(^|[/.])gpt-[\d.]+o?-mini$/i],
  [/(^|[/.])claude/i, /sonnet/i],
  [/(^|[/.])gemini/i, /flash(-preview)?$/i],
  [/deepseek/i, /chat$|-v[\d.]+$/i],
  [/qwen/i, /(plus|max)$/i],
  [/(^|[/.])glm/i, /(^|[/.])glm-[\d.]+$/i],
  [/kimi|moonshot/i, /kimi/i],
  [/doubao/i, /pro/i],
  [/grok/i, /(^|[/.])grok-[\d.]+$/i],
  [/mistral/i, /latest$/i],
  [/llama/i, /instruct/i],
]

interface Place {
  name: string
  family: number
  isEveryday: boolean
  version: number
}

function placeOf(name: string): Place {
  const known = FAMILIES.findIndex(([family]) => family.test(name))
  return {
    name,
    family: known < 0 ? FAMILIES.length : known,
    isEveryday: FAMILIES[known]?.[1].test(name) ?? false,
    version: versionOf(name),
  }
}

/** `4.5` of `claude-sonnet-4-5-20250929`: the first short number, and the one after it. */
function versionOf(name: string): number {
  const [, whole, part = '0'] = /(?<!\d)(\d{1,2})(?:[.-](\d)(?!\d))?(?!\d)/.exec(name) ?? []
  return whole === undefined ? 0 : Number(`${whole}.${part}`)
}

/** For equal versions, the shorter name, which has no date. */
const byPlace = (a: Place, b: Place): number =>
  a.family - b.family ||
  Number(b.isEveryday) - Number(a.isEveryday) ||
  b.version - a.version ||
  a.name.length - b.name.length ||
  a.name.localeCompare(b.name)
