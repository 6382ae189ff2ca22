import { type ClientGuide, type PricedModel, splitList, type Token } from '@tollgate/contract'

/** The models to choose from for a client. */
export interface SuitedModels {
  /** Their makers' format is the client's: nothing has to be converted. */
  direct: string[]
  converted: string[]
}

/** Returns the names that hold conversations, by whether the client's format is their own. */
export function suitedModels({ protocol }: Pick<ClientGuide, 'protocol'>, names: readonly string[]): SuitedModels {
  const conversing = names.filter(name => !NO_CONVERSATION.test(name))
  const isDirect = (name: string) => speakers[protocol].test(name)
  return { direct: conversing.filter(isDirect), converted: conversing.filter(name => !isDirect(name)) }
}

/** Names of models that make vectors, pictures, sounds and films, or sort and judge texts. */
const NO_CONVERSATION =
  /embed|(^|[/-])(bge|m3e|gte|e5)-|rerank|moderation|whisper|transcribe|tts|realtime|dall-e|image|imagen|flux|veo|sora|video/i

/** The names of those that speak a format themselves, also behind a host's prefix. Chat is what all the others speak. */
const speakers: Record<ClientGuide['protocol'], RegExp> = {
  'openai-chat': /^(?!.*(claude|gemini))/i,
  'openai-responses': /(^|[/.])(gpt|chatgpt|codex|o\d)/i,
  'anthropic-messages': /(^|[/.])claude/i,
  gemini: /(^|[/.])(gemini|gemma)/i,
}

/** Returns which of a user's models a token may call: those of its group, and of its own list when it has one. */
export function modelsOfToken(
  token: Pick<Token, 'group' | 'model_limits_enabled' | 'model_limits'>,
  names: readonly string[],
  priced: readonly Pick<PricedModel, 'model_name' | 'enable_groups'>[],
  ownGroup: string,
): string[] {
  const group = token.group || ownGroup
  const groupsOf = new Map(priced.map(({ model_name, enable_groups }) => [model_name, enable_groups]))
  const limits = new Set(splitList(token.model_limits))
  return names.filter(
    name => (groupsOf.get(name)?.includes(group) ?? true) && (!token.model_limits_enabled || limits.has(name)),
  )
}
