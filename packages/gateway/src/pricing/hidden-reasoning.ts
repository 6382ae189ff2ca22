import { asText, isObject, objectOrEmpty } from '../raw/json.ts'

/** What of a request says whether its model thinks where nobody sees it. */
export interface ReasoningFacts {
  /** As the client said it; undefined: it did not. */
  reasoningEffort: string | undefined
  /** A top-level member of the request. */
  member(name: string): unknown
}

type Thinks = 'always' | 'when asked' | 'unless told not to' | 'never'

/** By their makers' names, wherever they are hosted; the first line that fits counts. */
export const MODELS: readonly { title: string; models: RegExp; thinks: Thinks }[] = [
  { title: 'gpt-5-chat and its like', models: /(^|[/.])gpt-5[\w.-]*-chat/, thinks: 'never' },
  { title: 'gpt-5.1 and later', models: /(^|[/.])gpt-5\.\d/, thinks: 'when asked' },
  { title: 'gpt-5, the o series, codex', models: /(^|[/.])(gpt-5|o\d|codex)/, thinks: 'always' },
  { title: 'gemini-2.5-pro, gemini-3 and later', models: /gemini-(2\.5-pro|[3-9])/, thinks: 'always' },
  { title: 'gemini-2.5-flash-lite', models: /gemini-2\.5-flash-lite/, thinks: 'when asked' },
  { title: 'other gemini-2.5', models: /gemini-2\.5/, thinks: 'unless told not to' },
  { title: 'grok of the non-reasoning kind', models: /grok-.*non-reasoning/, thinks: 'never' },
  { title: 'grok-3-mini, grok-4 and later', models: /grok-(3-mini|[4-9])/, thinks: 'always' },
  { title: 'claude (summaries are shown, all of it is billed)', models: /claude-/, thinks: 'when asked' },
]

const NOT_AT_ALL = new Set(['none', 'off', 'disabled'])

/**
 * Returns whether a model reasons where the answer does not show it, so that only its usage tells what was consumed: by its name,
 * and by what the request requests of it. Models nobody knows count as reasoning when the request asks for it.
 */
export function reasonsOutOfSight(model: string, facts: ReasoningFacts): boolean {
  const asked = isAskedToThink(facts)
  const known = MODELS.find(({ models }) => models.test(model))?.thinks ?? 'when asked'
  if (known === 'always') return true
  return known === 'never' ? false : known === 'when asked' ? asked === true : asked !== false
}

/** Undefined: the request does not say. */
function isAskedToThink({ reasoningEffort, member }: ReasoningFacts): boolean | undefined {
  if (reasoningEffort !== undefined) return !NOT_AT_ALL.has(reasoningEffort)
  const thinking = member('thinking')
  if (isObject(thinking)) return !NOT_AT_ALL.has(asText(thinking.type) ?? '')
  const config = objectOrEmpty(member('generationConfig') ?? member('generation_config'))
  const { thinkingBudget, thinking_budget = thinkingBudget } = objectOrEmpty(
    config.thinkingConfig ?? config.thinking_config,
  )
  return typeof thinking_budget === 'number' ? thinking_budget !== 0 : undefined
}
