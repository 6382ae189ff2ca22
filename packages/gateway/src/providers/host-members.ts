import { type Loss, lose } from '../dialects/losses.ts'
import type { Patches } from '../raw/patch-json.ts'

/** Members of OpenAI's bodies a host knows by another name, or, null, refuses. */
export type Members = Readonly<Record<string, string | null>>

/** A body's members by the names the host knows; nothing is lost with what asked for nothing. */
export function memberPatches(members: Members, member: (name: string) => unknown, losses: Loss[]): Patches {
  const patches: Record<string, unknown> = {}
  for (const [name, other] of Object.entries(members)) {
    const value = member(name)
    if (value === undefined) continue
    patches[name] = undefined
    if (other !== null) patches[other] = member(other) ?? value
    else if (value !== null && value !== false) lose(losses, `"${name}"`, 'this host refuses it')
  }
  return patches
}

const refused = (...names: string[]): Members => Object.fromEntries(names.map(name => [name, null]))

/** Any member it does not name is refused. https://docs.mistral.ai/api */
export const mistralMembers: Members = {
  max_completion_tokens: 'max_tokens',
  seed: 'random_seed',
  ...refused(
    ...['audio', 'logit_bias', 'logprobs', 'modalities', 'prompt_cache_retention', 'safety_identifier'],
    ...['service_tier', 'store', 'top_logprobs', 'user', 'verbosity', 'web_search_options'],
  ),
}

const XAI_THINKS = /^grok-(3-mini|4|code)(?!.*non-reasoning)/
/** Models that think as hard as they always do. */
const XAI_EFFORTLESS = /^grok-(2|3(?!-mini)|4(-|$)|4\.20|code)/

/** https://docs.x.ai/docs/guides/reasoning */
export const xaiMembers = (model: string): Members => ({
  ...(XAI_THINKS.test(model) && refused('presence_penalty', 'frequency_penalty', 'stop')),
  ...(XAI_EFFORTLESS.test(model) && refused('reasoning_effort')),
})

/** Pictures are not made to OpenAI's measures. https://docs.x.ai/docs/guides/image-generations */
export const xaiPictureMembers: Members = refused(
  ...['background', 'moderation', 'output_compression', 'output_format', 'size', 'style'],
)
