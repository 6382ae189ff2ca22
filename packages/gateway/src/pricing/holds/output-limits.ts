import type { WireFormat } from '../../exchanges/index.ts'
import { asArray, asText, isObject, type JsonObject, lookUp, objectOrEmpty } from '../../raw/json.ts'
import { merge, type Patches } from '../../raw/patch-json.ts'

/** A top-level member of a request. */
type Member = (name: string) => unknown

/** Where requests of a wire format say how long an answer may be, in the upstream's own words. */
interface OutputLimitWords {
  /** Any of these objects may hold the limit; absent: it stands at the top. */
  inside?: readonly string[]
  /** An upstream may obey any of them. */
  names: readonly string[]
  /** Under which it is written where a request has none; `inside` the first of those. */
  usual(model: string): string
  /** Upstreams refuse a lower one. */
  least: number
  /** How many answers a request asks for, each as long as the limit. */
  answers(member: Member): number
  /** What else a lower limit makes necessary. */
  besides?(limit: number, member: Member): Patches
}

const one = () => 1
const atTop = (name: string, answers: OutputLimitWords['answers'] = one) => ({
  names: [name],
  usual: () => name,
  least: 1,
  answers,
})

const REASONING_MODELS_OF_OPENAI = /(^|\/)(o\d|gpt-5|codex)/

/** The formats that have such words; all others answer in a length the request itself tells. */
const WORDS: Readonly<Partial<Record<WireFormat, OutputLimitWords>>> = {
  'openai-chat': {
    names: ['max_completion_tokens', 'max_tokens'],
    usual: model => (REASONING_MODELS_OF_OPENAI.test(model) ? 'max_completion_tokens' : 'max_tokens'),
    least: 1,
    answers: member => countOf(member('n')),
  },
  // every prompt is answered, and all that the best is chosen from is billed
  'openai-completions': atTop(
    'max_tokens',
    member => Math.max(countOf(member('n')), countOf(member('best_of'))) * promptsIn(member('prompt')),
  ),
  'openai-responses': { ...atTop('max_output_tokens'), least: 16 },
  'anthropic-messages': { ...atTop('max_tokens'), besides: shortenThinking },
  gemini: {
    inside: ['generationConfig', 'generation_config'],
    names: ['maxOutputTokens', 'max_output_tokens'],
    usual: () => 'maxOutputTokens',
    least: 1,
    answers: member => mostIn(configsOf(member), ['candidateCount', 'candidate_count']),
  },
  bedrock: {
    ...atTop('maxTokens'),
    inside: ['inferenceConfig'],
    besides(limit, member) {
      const fields = objectOrEmpty(member('additionalModelRequestFields'))
      const patches = shortenThinking(limit, name => fields[name])
      return Object.keys(patches).length > 0 ? { additionalModelRequestFields: merge(patches) } : {}
    },
  },
  cohere: atTop('max_tokens'),
}

/** What a request to an upstream says of how much it may answer. */
export interface OutputLimit {
  /** Tokens of each answer; Infinity: as many as the model likes. */
  tokens: number
  answers: number
  /** The lowest limit its upstream takes. */
  least: number
  /** The patches that lower it. */
  lowered(tokens: number): Patches
}

/**
 * What a body of a wire format says of its answer's length. Where it says it in several words the largest counts: upstreams
 * disagree on which to obey. What is no count is as good as none. Null: the format has no words for it.
 */
export function outputLimitOf(format: WireFormat, model: string, member: Member): OutputLimit | null {
  const words = WORDS[format]
  if (!words) return null
  const holders = holdersOf(words, member)
  return {
    tokens: Math.max(...holders.map(holder => limitIn(holder, words.names))),
    answers: words.answers(member),
    least: words.least,
    lowered: tokens => ({ ...patchesFor(words, model, member, tokens), ...words.besides?.(tokens, member) }),
  }
}

function holdersOf({ inside, names }: OutputLimitWords, member: Member): JsonObject[] {
  if (!inside) return [Object.fromEntries(names.map(name => [name, member(name)]))]
  const holders = inside.map(member).filter(isObject)
  return holders.length > 0 ? holders : [{}]
}

function limitIn(holder: JsonObject, names: readonly string[]): number {
  const said = names.map(name => holder[name]).filter(isSaid)
  return said.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...said.map(limitOf))
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== null
/** -1 and 0 mean no limit here, a default there; a text is read by some. */
const limitOf = (value: unknown): number =>
  typeof value === 'number' && value >= 1 ? Math.ceil(value) : Number.POSITIVE_INFINITY

function patchesFor({ inside, names, usual }: OutputLimitWords, model: string, member: Member, tokens: number) {
  const lower = (holder: JsonObject): Patches => {
    const said = names.filter(name => isSaid(holder[name]))
    const written = said.length > 0 ? said : [usual(model)]
    return Object.fromEntries(written.map(name => [name, Math.min(tokens, limitOf(holder[name]))]))
  }
  if (!inside) return lower(Object.fromEntries(names.map(name => [name, member(name)])))
  const present = inside.filter(name => isObject(member(name)))
  const holders = present.length > 0 ? present : inside.slice(0, 1)
  return Object.fromEntries(holders.map(name => [name, merge(lower(objectOrEmpty(member(name))))]))
}

const LEAST_THINKING_BUDGET = 1_024

/** A budget of thinking counts inside the limit, which must be larger. https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking */
function shortenThinking(limit: number, member: Member): Patches {
  const { budget_tokens: budget } = objectOrEmpty(member('thinking'))
  if (typeof budget !== 'number' || budget < limit) return {}
  return limit > LEAST_THINKING_BUDGET
    ? { thinking: merge({ budget_tokens: limit - 1 }) }
    : { thinking: { type: 'disabled' } }
}

const configsOf = (member: Member) => ['generationConfig', 'generation_config'].map(name => objectOrEmpty(member(name)))

const mostIn = (holders: readonly JsonObject[], names: readonly string[]): number =>
  Math.max(...holders.flatMap(holder => names.map(name => countOf(holder[name]))))

const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1 ? value : 1

/** A list of token ids is one prompt, a list of anything else a prompt each. */
const promptsIn = (prompt: unknown): number =>
  typeof asArray(prompt)[0] === 'number' ? 1 : Math.max(1, asArray(prompt).length)

/** What one answer of a model can be at most where nobody says: more than any on the market writes. */
const LONGEST_ANSWER = 131_072

/** By their makers' names; the first that fits counts. https://platform.openai.com/docs/models, https://ai.google.dev/gemini-api/docs/models */
const LONGEST_ANSWERS: readonly { models: RegExp; tokens: number }[] = [
  { models: /gpt-3\.5|gpt-4-(turbo|\d{4}-preview)|gpt-4$/, tokens: 4_096 },
  { models: /gpt-4o|gpt-5[\w.-]*-chat/, tokens: 16_384 },
  { models: /gpt-4\.1/, tokens: 32_768 },
  { models: /(^|\/)o\d/, tokens: 100_000 },
  { models: /gemini-(1|2\.0)/, tokens: 8_192 },
  { models: /gemini-/, tokens: 65_536 },
  { models: /claude-3-(opus|sonnet|haiku)/, tokens: 4_096 },
  { models: /claude-3-5/, tokens: 8_192 },
]

/** How long an answer of a model can be where its request sets no limit. `known`: what else is known to be the most. */
export function longestAnswer(model: string, known: number): number {
  const named = LONGEST_ANSWERS.find(({ models }) => models.test(model))
  return Math.min(named?.tokens ?? LONGEST_ANSWER, known)
}

/** What a request lets its model think at most, where it names a budget; else Infinity. */
export function thinkingBudget(format: WireFormat, member: Member): number {
  const found = lookUp(BUDGETS, format)?.(member)
  return typeof found === 'number' && found >= 0 ? found : Number.POSITIVE_INFINITY
}

const BUDGETS: Readonly<Record<string, (member: Member) => unknown>> = {
  'anthropic-messages': member => budgetIn(objectOrEmpty(member('thinking'))),
  bedrock: member => budgetIn(objectOrEmpty(objectOrEmpty(member('additionalModelRequestFields')).thinking)),
}

const budgetIn = ({ type, budget_tokens }: JsonObject): unknown =>
  asText(type) === 'enabled' ? budget_tokens : undefined
