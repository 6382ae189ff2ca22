import type { CanonicalRequest } from '../canonical/request.ts'
import type { Loss } from '../protocols/common/losses.ts'
import { type DialectId, dialects } from '../protocols/index.ts'
import { type JsonObject, objectOrEmpty } from '../raw/json.ts'
import { merge, type Patches } from '../raw/patch-json.ts'
import type { ScannedObject } from '../raw/scan-json.ts'

/**
 * Returns patches that make a body say what the request says about thinking and leave the rest as the client wrote it. The members that
 * hold it are taken from the request as its dialect writes it. `own`: the body as the client wrote it.
 *
 * @throws RequestRefused
 */
export function thinkingPatches(
  request: CanonicalRequest,
  dialect: DialectId,
  model: string,
  own: ScannedObject,
): { patches: Patches; losses: Loss[] } {
  const { body, losses } = dialects[dialect].writeRequest(request, { model })
  return {
    patches: HOLDERS[dialect](body, own),
    losses: losses.filter(({ what }) => ABOUT_THINKING.test(what)),
  }
}

const ABOUT_THINKING = /^(reasoning|maxTokens|temperature|topP|topK)/

/** The members in which each dialect says how to think, and those it accepts beside thinking. An absent member is removed. */
const HOLDERS: Record<DialectId, (written: JsonObject, own: ScannedObject) => Patches> = {
  'openai-chat': ({ reasoning_effort }) => ({ reasoning_effort, reasoning: undefined, thinking: undefined }),
  'openai-responses': ({ reasoning }) => ({ reasoning: merge({ effort: objectOrEmpty(reasoning).effort }) }),
  'anthropic-messages': ({ thinking, output_config, max_tokens, temperature, top_p, top_k }) => ({
    thinking,
    output_config,
    max_tokens,
    temperature,
    top_p,
    top_k,
  }),
  gemini: ({ generationConfig }, { members }) => {
    const { thinkingConfig } = objectOrEmpty(generationConfig)
    // clients may spell either way, but not both
    const name = members.some(member => member.name === 'generation_config') ? 'generation_config' : 'generationConfig'
    return { [name]: merge({ thinkingConfig, thinking_config: undefined }) }
  },
}
