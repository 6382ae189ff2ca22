import { type Loss, lose } from '../protocols/common/losses.ts'
import { asObjects, objectOrEmpty } from '../raw/json.ts'
import { firstItem, type Patches } from '../raw/patch-json.ts'

/** How OpenAI's reasoning models differ from others, by the model's name, whoever hosts it. */
interface Rules {
  /** Shown to people. */
  title: string
  models: RegExp
  /** Members they refuse at any value but the default, by their canonical names. */
  refused: Readonly<Record<string, string>>
  /** They think only when asked to, and refuse nothing else. */
  thinksWhenAsked?: true
  /** Instructions come from a developer. */
  takesDeveloper?: true
}

const SAMPLING = { temperature: 'temperature', top_p: 'topP', logprobs: 'logprobs', top_logprobs: 'topLogprobs' }
const PENALTIES = {
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  logit_bias: 'logitBias',
}

/** The first match counts. https://platform.openai.com/docs/guides/latest-model, /docs/guides/reasoning */
export const RULES: readonly Rules[] = [
  { title: 'gpt-5-chat and its like', models: /^gpt-5[\w.-]*-chat/, refused: {} },
  {
    title: 'gpt-5.1 and later, asked to think',
    models: /^gpt-5\.\d+(?!.*(codex|pro))/,
    refused: SAMPLING,
    thinksWhenAsked: true,
  },
  { title: 'other models of gpt-5', models: /^gpt-5/, refused: SAMPLING },
  { title: 'o1-mini, o1-preview', models: /^o1-(mini|preview)/, refused: { ...SAMPLING, ...PENALTIES } },
  {
    title: 'other models of the o series',
    models: /^o\d/,
    refused: { ...SAMPLING, ...PENALTIES },
    takesDeveloper: true,
  },
]

/**
 * Returns the changes a body needs for an OpenAI reasoning model, and what they lose. `wire`: the format of the body, whose members
 * `member` reads.
 */
export function reasoningModelPatches(
  wire: string,
  model: string,
  member: (name: string) => unknown,
): { patches: Patches; losses: Loss[] } {
  const rules =
    wire === 'openai-chat' || wire === 'openai-responses' ? RULES.find(rule => rule.models.test(model)) : undefined
  if (!rules) return { patches: {}, losses: [] }
  const losses: Loss[] = []
  const patches: Record<string, unknown> = {}
  const refused = rules.thinksWhenAsked && !isAskedToThink(member) ? {} : rules.refused
  for (const [name, canonical] of Object.entries(refused)) {
    const value = member(name)
    if (value === undefined || value === NEUTRAL[name]) continue
    patches[name] = undefined
    lose(losses, canonical, DEFAULT_ONLY)
  }
  if (wire === 'openai-responses') return { patches, losses }
  const limit = member('max_tokens')
  if (limit !== undefined) {
    patches.max_tokens = undefined
    patches.max_completion_tokens = member('max_completion_tokens') ?? limit
  }
  if (rules.takesDeveloper && asObjects(member('messages'))[0]?.role === 'system') {
    patches.messages = firstItem({ role: 'developer' })
  }
  return { patches, losses }
}

export const DEFAULT_ONLY = 'this model takes the default only'

/** These values ask for nothing, so they are not refused. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
  temperature: 1,
  top_p: 1,
  logprobs: false,
  presence_penalty: 0,
  frequency_penalty: 0,
}

function isAskedToThink(member: (name: string) => unknown): boolean {
  const effort = member('reasoning_effort') ?? objectOrEmpty(member('reasoning')).effort
  return typeof effort === 'string' && effort !== 'none'
}
