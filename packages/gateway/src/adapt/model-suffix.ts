import { asEffort } from '../canonical/efforts.ts'
import type { Effort } from '../canonical/request.ts'
import { thinksAdaptively } from '../protocols/anthropic-messages/models.ts'
import { thinks } from '../protocols/gemini/models.ts'
import type { OperatorOptions } from '../providers/provider.ts'

/** The thinking that a model name's suffix asks for: on, off, or how hard. */
export type ThinkingOverride =
  | { type: 'thinking'; budget?: number }
  | { type: 'no-thinking' }
  | { type: 'effort'; effort: Effort }

export interface NamedModel {
  /** The upstream's name for it. */
  model: string
  thinking: ThinkingOverride | null
}

/** Models whose names may end in a suffix, and the suffixes they accept. */
interface Family {
  models: RegExp
  isAdapted(options: OperatorOptions): boolean
  takes(thinking: ThinkingOverride, model: string): boolean
}

const claude: Family = {
  models: /claude/,
  isAdapted: options => options.get('claude.thinking_adapter_enabled'),
  takes: (thinking, model) => thinking.type !== 'effort' || thinksAdaptively(model),
}

const gemini: Family = {
  models: /gemini/,
  isAdapted: options => options.get('gemini.thinking_adapter_enabled'),
  takes: (_wish, model) => thinks(model),
}

const openAi: Family = {
  models: /^(o\d|gpt-5|grok-3-mini)/,
  isAdapted: () => true,
  takes: thinking => thinking.type === 'effort',
}

/** By wire format: only calls in the maker's own format use the maker's model names. */
const FAMILIES: Readonly<Record<string, Family>> = {
  'anthropic-messages': claude,
  'openai-input-tokens': openAi,
  'anthropic-count-tokens': claude,
  bedrock: claude,
  gemini,
  'gemini-count-tokens': gemini,
  'openai-chat': openAi,
  'openai-responses': openAi,
}

/** Returns a model's name without its suffix, if its family takes one. `wire`: the format it is called in. */
export function splitModelName(name: string, wire: string, options: OperatorOptions): NamedModel {
  const family = FAMILIES[wire]
  if (family?.models.test(name) && family.isAdapted(options)) {
    const { model, thinking } = readSuffix(name)
    if (thinking && family.takes(thinking, model)) return { model, thinking }
  }
  return { model: name, thinking: null }
}

function readSuffix(name: string): NamedModel {
  const [, base = '', word = '', number] =
    /^(.+)-(thinking|nothinking|none|minimal|low|medium|high|xhigh)(?:-(\d+))?$/.exec(name) ?? []
  if (word === 'thinking') {
    return { model: base, thinking: { type: 'thinking', ...(number !== undefined && { budget: Number(number) }) } }
  }
  const effort = asEffort(word)
  if (number !== undefined || base === '') return { model: name, thinking: null }
  return { model: base, thinking: effort ? { type: 'effort', effort } : { type: 'no-thinking' } }
}

/**
 * Returns the names under which an operator may have listed or priced a model, the likeliest first: its own name, the one for any budget
 * (`…-thinking-*`), and, for prices, the name without its suffix.
 */
export function listedNames(name: string): string[] {
  const anyBudget = name.replace(/-thinking-\d+$/, '-thinking-*')
  return anyBudget === name ? [name] : [name, anyBudget]
}

export const pricedNames = (name: string): string[] => [...new Set([...listedNames(name), readSuffix(name).model])]
