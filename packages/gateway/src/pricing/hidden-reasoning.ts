import { thinkingModel } from '../canonical/thinking-models.ts'
import { asText, isObject, objectOrEmpty } from '../raw/json.ts'

/** Reads a top-level member of the request as it goes upstream. */
type Member = (name: string) => unknown

/** Whether a model bills reasoning that its answer does not show. `unless shown`: the answer has all of it or none. */
export type HidesReasoning = 'never' | 'unless shown' | 'always'

type Thinks = 'always' | 'when asked' | 'unless told not to' | 'never'

/** By the makers' names in lower case, wherever hosted; the first match counts. */
export const MODELS: readonly { title: string; models: RegExp; thinks: Thinks }[] = [
  { title: 'gpt-4, gpt-5-chat, and before', models: /(^|[/.])(gpt-[34]|chatgpt-|gpt-5-chat)/, thinks: 'never' },
  { title: 'gpt-5.1 to 5.4', models: /(^|[/.])gpt-5\.[1-4](-mini|-nano)?(-\d{4}-\d\d-\d\d)?$/, thinks: 'when asked' },
  {
    title: 'other models named gpt-, the o series, codex',
    models: /(^|[/.])(gpt-(?!oss)|o\d|codex)/,
    thinks: 'always',
  },
  {
    title: 'grok of the non-reasoning kind',
    models: /grok-[\w.-]{0,32}non-reasoning|grok-(2|3(?!-mini)|beta)/,
    thinks: 'never',
  },
  { title: 'other grok', models: /grok/, thinks: 'always' },
  {
    title: 'llama of its maker',
    models: /(^|[/.])(meta-)?llama-?[1-4][\d.]*(-|$)(?!.*(nemotron|reason|think))/,
    thinks: 'never',
  },
]

/** Their makers show at most a summary of the reasoning, and bill all of it. */
const SUMMARIZED = /gpt-(?!oss)|(^|[/.])o\d|codex|gemini|grok|claude/

/**
 * Returns whether a model may bill reasoning that its answer does not show, by the upstream's name and by what the request says
 * about thinking. An unknown model may: unknown counts as dear.
 */
export function hidesReasoning(model: string, member: Member): HidesReasoning {
  // an operator's override of the body may name another
  const named = [model, asText(member('model')) ?? model].map(name => hides(name.toLowerCase(), member))
  return (['always', 'unless shown'] as const).find(answer => named.includes(answer)) ?? 'never'
}

function hides(name: string, member: Member): HidesReasoning {
  const thinks = MODELS.find(({ models }) => models.test(name))?.thinks ?? thinkingModel(name)?.thinks ?? 'always'
  const asked = isAskedToThink(member)
  if (thinks === 'never' || (thinks === 'when asked' && asked !== true)) return 'never'
  if (thinks === 'unless told not to' && asked === false) return 'never'
  return SUMMARIZED.test(name) ? 'always' : 'unless shown'
}

/** Returns whether a hold has to cover reasoning that is never seen. */
export function reasonsOutOfSight(model: string, member: Member): boolean {
  const hides = hidesReasoning(model, member)
  return hides === 'always' || (hides === 'unless shown' && isAskedToThink(member) === true)
}

/** Undefined: the request does not say. Among several answers, one that asks for thinking counts. */
function isAskedToThink(member: Member): boolean | undefined {
  const answers = SAYINGS.flatMap(saying => saying(member)).flatMap(said => meaningOf(said) ?? [])
  return answers.length === 0 ? undefined : answers.includes(true)
}

/** Where requests say how to think, in all known dialects and hosts; null or absent: it does not say. */
const SAYINGS: readonly ((member: Member) => unknown[])[] = [
  member => [member('reasoning_effort'), member('enable_thinking'), member('thinking_budget')],
  member => [objectOrEmpty(member('output_config')).effort],
  member => {
    const { effort, enabled, max_tokens } = objectOrEmpty(member('reasoning'))
    return [effort, enabled, max_tokens]
  },
  member => [member('thinking'), objectOrEmpty(member('additionalModelRequestFields')).thinking].flatMap(thinkingOf),
  member => {
    const { enable_thinking, thinking } = objectOrEmpty(member('chat_template_kwargs'))
    return [enable_thinking, thinking]
  },
  member => [member('generationConfig'), member('generation_config')].flatMap(configured),
]

/** The type switches thinking on or off; the budget matters only if it is on. */
const thinkingOf = (thinking: unknown): unknown[] =>
  isObject(thinking) ? [thinking.type ?? thinking.budget_tokens] : [thinking]

function configured(config: unknown): unknown[] {
  const { thinkingConfig, thinking_config } = objectOrEmpty(config)
  return [thinkingConfig, thinking_config]
    .map(objectOrEmpty)
    .flatMap(thinking => [
      ...[thinking.thinkingBudget, thinking.thinking_budget].filter(budget => typeof budget === 'number'),
      thinking.thinkingLevel,
      thinking.thinking_level,
    ])
}

const NOT_AT_ALL: ReadonlySet<unknown> = new Set(['none', 'off', 'disabled', false, 0])

/** Null: it says nothing that is understood. */
function meaningOf(said: unknown): boolean | null {
  if (NOT_AT_ALL.has(asText(said)?.toLowerCase() ?? said)) return false
  return said === true || typeof said === 'number' || (asText(said) ?? '') !== '' ? true : null
}
