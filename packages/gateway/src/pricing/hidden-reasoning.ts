import { thinkingModel } from '../canonical/thinking-models.ts'
import { asText, isObject, objectOrEmpty } from '../raw/json.ts'

/** Reads a top-level member of the request as sent upstream. */
type Member = (name: string) => unknown

/** Whether a model bills reasoning that its answer does not show. `unless shown`: the answer has all of it or none. */
export type HidesReasoning = 'never' | 'unless shown' | 'always'

type Thinks = 'always' | 'when asked' | 'unless told not to' | 'never'

/** By the makers' names in lower case, at any host; the first match counts. */
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

/** The predicted tokens that an answer does not use are billed as output. https://platform.openai.com/docs/guides/predicted-outputs */
export const predicts = (member: Member): boolean => isObject(member('prediction'))

/** What a request may consume that its answer does not show. */
export interface HiddenReasoning {
  hides: HidesReasoning
  /** Its reasoning may pass unseen, so a hold must pay for it. */
  isOutOfSight: boolean
}

/**
 * Returns whether a model may bill reasoning that its answer does not show, by the upstream's name and the request's
 * members about thinking. An unknown model may: the unknown counts as dear.
 */
export function hiddenReasoning(model: string, member: Member): HiddenReasoning {
  if (predicts(member)) return { hides: 'always', isOutOfSight: true }
  const asked = isAskedToThink(member)
  // an operator's override of the body may name another model
  const other = asText(member('model'))
  const hides = dearer(hidesAt(model, asked), other === null || other === model ? 'never' : hidesAt(other, asked))
  return { hides, isOutOfSight: hides === 'always' || (hides === 'unless shown' && asked === true) }
}

const ORDER: readonly HidesReasoning[] = ['never', 'unless shown', 'always']
const dearer = (one: HidesReasoning, other: HidesReasoning) => (ORDER.indexOf(one) > ORDER.indexOf(other) ? one : other)

function hidesAt(model: string, asked: boolean | undefined): HidesReasoning {
  const { thinks, isSummarized } = makersOf(model)
  if (thinks === 'never' || (thinks === 'when asked' && asked !== true)) return 'never'
  if (thinks === 'unless told not to' && asked === false) return 'never'
  return isSummarized ? 'always' : 'unless shown'
}

/** By the name, because calls use few models. */
const makers = new Map<string, { thinks: Thinks; isSummarized: boolean }>()
const MOST_KEPT = 1_000

function makersOf(model: string) {
  const known = makers.get(model)
  if (known) return known
  const name = model.toLowerCase()
  const thinks = MODELS.find(({ models }) => models.test(name))?.thinks ?? thinkingModel(name)?.thinks ?? 'always'
  const found = { thinks, isSummarized: SUMMARIZED.test(name) }
  if (makers.size >= MOST_KEPT) makers.clear()
  makers.set(model, found)
  return found
}

/** Undefined: the request does not say. If members disagree, one that asks for thinking counts. */
function isAskedToThink(member: Member): boolean | undefined {
  let isAsked: boolean | undefined
  for (const [name, sayings] of SAYINGS) {
    const value = member(name)
    if (value === undefined) continue
    for (const said of sayings(value)) {
      const meaning = meaningOf(said)
      if (meaning !== null) isAsked = isAsked === true || meaning
    }
  }
  return isAsked
}

/** The members about thinking in the known dialects and hosts, and their values; null or absent: none. */
const SAYINGS: readonly [name: string, sayings: (value: unknown) => unknown[]][] = [
  ['reasoning_effort', value => [value]],
  ['enable_thinking', value => [value]],
  ['thinking_budget', value => [value]],
  ['output_config', value => [objectOrEmpty(value).effort]],
  ['reasoning', inObject('effort', 'enabled', 'max_tokens')],
  ['thinking', thinkingOf],
  ['additionalModelRequestFields', value => thinkingOf(objectOrEmpty(value).thinking)],
  ['chat_template_kwargs', inObject('enable_thinking', 'thinking')],
  ['generationConfig', configured],
  ['generation_config', configured],
]

function inObject(...names: string[]) {
  return (value: unknown): unknown[] => {
    const object = objectOrEmpty(value)
    return names.map(name => object[name])
  }
}

/** The type decides whether to think; the budget applies to a type that allows it. */
function thinkingOf(thinking: unknown): unknown[] {
  return isObject(thinking) ? [thinking.type ?? thinking.budget_tokens] : [thinking]
}

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

/** Null: it is not understood. */
function meaningOf(said: unknown): boolean | null {
  if (NOT_AT_ALL.has(asText(said)?.toLowerCase() ?? said)) return false
  return said === true || typeof said === 'number' || (asText(said) ?? '') !== '' ? true : null
}
