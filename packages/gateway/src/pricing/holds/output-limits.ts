import type { Member, OutputLimitFields } from '../../protocols/common/output-limit.ts'
import { protocols, type WireFormat } from '../../protocols/index.ts'
import { isObject, type JsonObject, objectOrEmpty } from '../../raw/json.ts'
import { merge, type Patches } from '../../raw/patch-json.ts'
import { hiddenReasoning, predicts } from '../hidden-reasoning.ts'

/** What an upstream request says about the length of its answer. */
export interface OutputLimit {
  /** Tokens of each answer; Infinity: no limit. */
  tokens: number
  /** Tokens that each may have beyond that: thinking that its host does not count toward the limit, and unused predictions. */
  thinking: number
  answers: number
  /** The lowest limit its upstream accepts. */
  least: number
  /** The upstream has a field for it. */
  canBeLowered: boolean
  /** Returns the patches that lower it. */
  lowered(tokens: number): Patches
}

/**
 * Returns what a body of a wire format says about its answer's length. If several fields do, the largest counts,
 * because upstreams disagree on which to obey. A value that is not a number counts as missing. Null: the format has no
 * such field.
 */
export function outputLimitOf(format: WireFormat, model: string, member: Member): OutputLimit | null {
  const fields = protocols[format].outputLimit
  if (!fields) return null
  const holders = holdersOf(fields, member)
  return {
    tokens: Math.max(...holders.map(holder => limitIn(holder, fields.names))),
    thinking: format === 'openai-chat' ? thinkingBeyondLimit(model, member) + predictedTokens(member) : 0,
    answers: fields.answers(member),
    least: fields.least,
    canBeLowered: fields.names.length > 0,
    lowered: tokens =>
      fields.names.length === 0
        ? {}
        : { ...patchesFor(fields, model, member, tokens), ...fields.besides?.(tokens, member) },
  }
}

/**
 * Their hosts do not count thinking toward an answer's limit: https://www.volcengine.com/docs/82379/1494384,
 * https://help.aliyun.com/zh/model-studio/deep-thinking
 */
const LIMITS_ANSWER_ALONE = /(^|[/.])(qwen|qwq|qvq|doubao|seed-)/

/** How much a request lets its model think beyond the limit of its answer, in tokens. */
function thinkingBeyondLimit(model: string, member: Member): number {
  if (!LIMITS_ANSWER_ALONE.test(model.toLowerCase()) || hiddenReasoning(model, member).hides === 'never') return 0
  const budget = member('thinking_budget')
  return typeof budget === 'number' && budget >= 0 ? Math.ceil(budget) : Number.POSITIVE_INFINITY
}

/** The most tokens of a request's prediction: a token is at least a byte. */
const predictedTokens = (member: Member): number =>
  predicts(member) ? Buffer.byteLength(JSON.stringify(member('prediction'))) : 0

function holdersOf({ inside, names }: OutputLimitFields, member: Member): JsonObject[] {
  if (!inside) return [membersOf(names, member)]
  const holders = inside.map(member).filter(isObject)
  return holders.length > 0 ? holders : [{}]
}

function membersOf(names: readonly string[], member: Member): JsonObject {
  const found: JsonObject = {}
  for (const name of names) found[name] = member(name)
  return found
}

function limitIn(holder: JsonObject, names: readonly string[]): number {
  let largest = 0
  for (const name of names) if (isGiven(holder[name])) largest = Math.max(largest, limitOf(holder[name]))
  return largest || Number.POSITIVE_INFINITY
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null
/** -1 and 0 mean no limit at some hosts and a default at others; some accept numbers as text. */
const limitOf = (value: unknown): number =>
  typeof value === 'number' && value >= 1 ? Math.ceil(value) : Number.POSITIVE_INFINITY

function patchesFor({ inside, names, usual }: OutputLimitFields, model: string, member: Member, tokens: number) {
  const lower = (holder: JsonObject): Patches => {
    const given = names.filter(name => isGiven(holder[name]))
    const written = given.length > 0 ? given : [usual(model)]
    return Object.fromEntries(written.map(name => [name, Math.min(tokens, limitOf(holder[name]))]))
  }
  if (!inside) return lower(membersOf(names, member))
  const present = inside.filter(name => isObject(member(name)))
  const holders = present.length > 0 ? present : inside.slice(0, 1)
  return Object.fromEntries(holders.map(name => [name, merge(lower(objectOrEmpty(member(name))))]))
}

/** The longest answer assumed if unknown: more than any model on the market writes. */
const LONGEST_ANSWER = 131_072

/**
 * By the makers' names; the first match counts. https://platform.openai.com/docs/models,
 * https://ai.google.dev/gemini-api/docs/models, https://platform.claude.com/docs/en/about-claude/models/overview,
 * https://docs.cohere.com/docs/command-a-reasoning
 */
const LONGEST_ANSWERS: readonly { models: RegExp; tokens: number }[] = [
  { models: /gpt-3\.5|gpt-4-(turbo|\d{4}-preview)|gpt-4$/, tokens: 4_096 },
  { models: /gpt-4o|gpt-5[\w.-]*-chat/, tokens: 16_384 },
  { models: /gpt-4\.1/, tokens: 32_768 },
  { models: /(^|\/)o\d/, tokens: 100_000 },
  { models: /gemini-(1|2\.0)/, tokens: 8_192 },
  { models: /gemini-/, tokens: 65_536 },
  { models: /claude-3-(opus|sonnet|haiku)/, tokens: 4_096 },
  { models: /claude-3-5/, tokens: 8_192 },
  { models: /claude-opus-4(?![-.][5-9](?!\d))/, tokens: 32_000 },
  { models: /claude-(3[-.]7|(opus|sonnet|haiku)-4[-.]5(?!\d)|sonnet-4|haiku-4)/, tokens: 64_000 },
  { models: /claude-(opus-4|[a-z]+-5)/, tokens: 128_000 },
  { models: /command-a-reasoning/, tokens: 32_000 },
]

/** Returns the longest answer of a model according to its maker, in tokens; undefined: unknown. */
export const ownOutputLimit = (model: string): number | undefined =>
  LONGEST_ANSWERS.find(({ models }) => models.test(model))?.tokens

/** Returns the longest answer of a model whose request sets no limit. `known`: another known maximum. */
export function longestAnswer(model: string, known: number): number {
  return Math.min(ownOutputLimit(model) ?? LONGEST_ANSWER, known)
}

/** Returns the most a request lets its model think, if it names a budget; otherwise Infinity. */
export function thinkingBudget(format: WireFormat, member: Member): number {
  const found = protocols[format].thinkingBudget?.(member)
  return typeof found === 'number' && found >= 0 ? found : Number.POSITIVE_INFINITY
}
