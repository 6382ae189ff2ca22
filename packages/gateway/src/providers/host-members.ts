import { type Loss, lose } from '../protocols/losses.ts'
import type { Patches } from '../raw/patch-json.ts'

/** What of OpenAI's bodies a host takes otherwise. */
export interface Members {
  /** By the name the host knows it by. */
  renamed?: Readonly<Record<string, string>>
  /** By what is lost with it. */
  refused?: Readonly<Record<string, string>>
}

/** A body's members by the names the host knows; nothing is lost with what asked for nothing. */
export function memberPatches(
  { renamed = {}, refused = {} }: Members,
  member: (name: string) => unknown,
  losses: Loss[],
): Patches {
  const patches: Record<string, unknown> = {}
  for (const [name, known] of Object.entries(renamed)) {
    if (member(name) === undefined) continue
    patches[name] = undefined
    patches[known] = member(known) ?? member(name)
  }
  for (const [name, what] of Object.entries(refused)) {
    const value = member(name)
    if (value === undefined) continue
    patches[name] = undefined
    if (value !== null && value !== false) lose(losses, what, 'this host refuses it')
  }
  return patches
}

/** Any member it does not name is refused. https://docs.mistral.ai/api */
export const mistralMembers: Members = {
  renamed: { max_completion_tokens: 'max_tokens', seed: 'random_seed' },
  refused: {
    audio: 'audio',
    logit_bias: 'logitBias',
    logprobs: 'logprobs',
    modalities: 'modalities',
    prompt_cache_retention: 'cacheRetention',
    safety_identifier: '"safety_identifier"',
    service_tier: 'serviceTier',
    store: 'store',
    top_logprobs: 'topLogprobs',
    user: 'user',
    verbosity: 'verbosity',
    web_search_options: '"web_search_options"',
  },
}

const XAI_THINKS = /^grok-(3-mini|4|code)(?!.*non-reasoning)/
/** Models that think as hard as they always do. */
const XAI_EFFORTLESS = /^grok-(2|3(?!-mini)|4(-|$)|4\.20|code)/

/** https://docs.x.ai/docs/guides/reasoning */
export const xaiMembers = (model: string): Members => ({
  refused: {
    ...(XAI_THINKS.test(model) && {
      frequency_penalty: 'frequencyPenalty',
      presence_penalty: 'presencePenalty',
      stop: 'stop',
    }),
    ...(XAI_EFFORTLESS.test(model) && { reasoning_effort: 'reasoning' }),
  },
})

/** Pictures are not made to OpenAI's measures. https://docs.x.ai/docs/guides/image-generations */
export const xaiPictureMembers: Members = {
  refused: {
    background: '"background"',
    moderation: '"moderation"',
    output_compression: '"output_compression"',
    output_format: '"output_format"',
    size: '"size"',
    style: '"style"',
  },
}
