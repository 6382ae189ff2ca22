/** The chat models people know best, the first that is there counts. */
const WELL_KNOWN: readonly RegExp[] = [
  /(^|\/)gpt-[5-9][\d.]*-mini$/,
  /(^|\/)gpt-4o-mini$/,
  /(^|\/)claude-sonnet-[\d-]+$/,
  /(^|\/)gemini-[\d.]+-flash$/,
  /(^|\/)deepseek-chat$/,
  /(^|\/)gpt-[4-9][\w.]*$/,
  /(^|\/)(claude|gemini|deepseek|qwen|grok|glm|kimi|mistral|llama)/,
]
/** Names of models that make vectors, pictures, sounds and films, complete or judge texts: they hold no conversation. */
const NO_CHAT =
  /embed|bge|m3e|rerank|moderation|whisper|transcribe|tts|audio|realtime|dall-e|image|flux|veo|sora|video|instruct|davinci|babbage|curie|search|^ada/i

/** Returns the model for a first call: the best-known one that holds a conversation, the newest of its kind. */
export function firstModel(names: readonly string[]): string | undefined {
  const chats = names.filter(name => !NO_CHAT.test(name))
  for (const known of WELL_KNOWN) {
    const found = chats.filter(name => known.test(name)).sort(newestFirst)
    if (found[0] !== undefined) return found[0]
  }
  return chats[0] ?? names[0]
}

const newestFirst = (one: string, other: string): number => other.localeCompare(one, 'en', { numeric: true })
