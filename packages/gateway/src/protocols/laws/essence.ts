import type { Answer } from '../../canonical/answer.ts'
import { customArguments } from '../../canonical/custom-tools.ts'
import { effortOf } from '../../canonical/efforts.ts'
import { parseExact } from '../../canonical/exact-json.ts'
import type { MediaSource, Part } from '../../canonical/parts.ts'
import type { CanonicalRequest, Turn } from '../../canonical/request.ts'
import { pairToolResults } from '../../canonical/tool-order.ts'
import { inputTotal, noUsage, outputTotal, type Usage } from '../../canonical/usage.ts'
import type { Loss } from '../common/losses.ts'
import { completeLogprobs } from '../common/openai-logprobs.ts'
import { context } from './run.ts'

/** What must survive a conversion, facet by facet; a changed facet must be among the declared losses. */
export type Essence = Record<string, unknown>

export function answerEssence(answer: Answer): Essence {
  const parts = answer.parts
  return {
    ...partsEssence(parts),
    citations: parts.flatMap(part =>
      part.type === 'text' ? (part.citations ?? []).map(citation => citation.url) : [],
    ),
    logprobs: asWritten(completeLogprobs(parts.flatMap(part => (part.type === 'text' ? (part.logprobs ?? []) : [])))),
    others: answer.others.map(partsEssence),
    // two names for one reason: no dialect has both
    finish: answer.finish?.reason === 'content-filter' ? 'refusal' : answer.finish?.reason,
    // some dialects always report it
    usage: usageEssence(answer.finish?.usage ?? noUsage()),
    // Converse gives none; the client then gets the gateway's
    id: answer.start.id || context.id,
    model: answer.start.model,
    error: answer.error?.message ?? null,
  }
}

export const usageEssence = (usage: Usage): Essence => ({
  input: inputTotal(usage),
  cacheRead: usage.cacheRead,
  cacheWrite: usage.cacheWrite5m + usage.cacheWrite1h,
  output: outputTotal(usage),
  reasoning: usage.reasoning,
  toolCalls: usage.toolCalls,
})

export function requestEssence(request: CanonicalRequest): Essence {
  const turns = pairToolResults(request.turns)
  const of = (role: (turn: Turn) => boolean) => turns.filter(role).flatMap(turn => turn.parts)
  const system = of(turn => turn.role === 'system' || turn.role === 'developer')
  const user = of(turn => turn.role === 'user')
  const assistant = of(turn => turn.role === 'assistant').map(asFunctionCall)
  const {
    reasoning,
    toolChoice,
    format,
    n,
    parallelToolCalls,
    modalities,
    includeUsage: _,
    ...parameters
  } = request.parameters
  return {
    systemText: texts(system.filter(isWord)),
    userText: texts(user.filter(isWord)),
    assistantText: texts(assistant.filter(isWord)),
    ...prefixed('assistant', { ...partsEssence(assistant), text: undefined }),
    media: media([...user, ...user.flatMap(part => (part.type === 'tool-result' ? part.parts : []))]),
    results: user.flatMap(part => (part.type === 'tool-result' ? [[part.id, texts(part.parts)]] : [])),
    errorFlags: user.flatMap(part => (part.type === 'tool-result' && part.isError ? part.id : [])),
    opaque: opaque([...system, ...user]),
    cacheMarks: turns.flatMap(turn => turn.parts).filter(part => 'cache' in part && part.cache).length,
    tools: request.tools.map(tool =>
      tool.type === 'server' ? tool.kind : { name: tool.name, description: tool.description || undefined },
    ),
    schemas: request.tools.map(tool =>
      tool.type === 'function' ? { type: 'object', properties: {}, ...tool.schema } : null,
    ),
    stream: request.stream,
    ...prefixed('parameter', parameters),
    'parameter n': n ?? 1,
    'parameter format':
      format?.type === 'json-schema' ? { ...format.schema, description: '' } : format?.type === 'json',
    'parameter reasoning': reasoning
      ? asBudget(effortOf(reasoning) ?? (reasoning.mode === 'on' ? 'medium' : null))
      : null,
    // a free choice and text output are the defaults
    'parameter toolChoice': request.tools.length > 0 && toolChoice?.type !== 'auto' ? toolChoice : undefined,
    'parameter modalities': Bun.deepEquals(modalities, ['text']) ? undefined : modalities,
    'parameter parallelToolCalls': request.tools.length > 0 && parallelToolCalls === false,
    ...prefixed('extra', request.extras),
  }
}

/** Dialects without free-text tools use a function with one argument instead. */
const asFunctionCall = (part: Part): Part =>
  part.type === 'tool-call' && part.custom ? { ...part, arguments: customArguments(part.arguments) } : part

/** Neither empty nor a dialect's placeholder for a missing text. */
const isWord = (part: Part): boolean => part.type !== 'text' || !['', '...'].includes(part.text.trim())

/** The losses that may explain a changed facet, by the start of their names. */
const EXCUSES: readonly { facet: RegExp; losses: RegExp }[] = [
  { facet: /^text$|media$/, losses: /^(audio|image|video|file|media|part )/ },
  { facet: /[sS]ignatures$/, losses: /^(signature|earlier reasoning)/ },
  { facet: /reasoning$|assistantText/, losses: /^(earlier reasoning)/ },
  { facet: /^calls$|calls$/, losses: /^tool arguments/ },
  { facet: /opaque$|assistantText|userText/, losses: /^part / },
  { facet: /^citations$/, losses: /^citations/ },
  { facet: /^logprobs$/, losses: /^logprobs/ },
  { facet: /^others$/, losses: /^further answers/ },
  { facet: /^finish$/, losses: /^finish reason/ },
  { facet: /^(systemText|userText)$/, losses: /^system turn/ },
  { facet: /^(results|userText|media)$/, losses: /^(media|file)/ },
  { facet: /^errorFlags$/, losses: /^tool result error flag/ },
  { facet: /^cacheMarks$/, losses: /^(cache mark|part )/ },
  { facet: /^(tools|schemas|parameter toolChoice|parameter parallelToolCalls)$/, losses: /^tool / },
  { facet: /^parameter reasoning$/, losses: /^reasoning/ },
  { facet: /^(results|userText|errorFlags|media|assistant calls|assistantText)$/, losses: /^tool use/ },
  { facet: /^(systemText|userText|assistantText)$/, losses: /^conversation/ },
]

/** Returns the facets that changed without a declared loss, with their values before and after. */
export function undeclared(before: Essence, after: Essence, losses: readonly Loss[]): Essence {
  const changed = Object.keys({ ...before, ...after }).filter(facet => !Bun.deepEquals(before[facet], after[facet]))
  const silent = changed.filter(facet => !losses.some(loss => excuses(loss, facet)))
  return Object.fromEntries(silent.map(facet => [facet, { before: before[facet], after: after[facet] }]))
}

/** Returns whether a loss of this name may explain a changed facet. */
export function excuses(loss: Loss, facet: string): boolean {
  if (facet === `parameter ${loss.what}` || facet === `extra ${loss.what.replaceAll('"', '')}`) return true
  return EXCUSES.some(excuse => excuse.facet.test(facet) && excuse.losses.test(loss.what))
}

export function partsEssence(parts: readonly Part[]): Essence {
  return {
    text: texts(parts),
    reasoning: parts.map(part => (part.type === 'reasoning' ? part.text : '')).join(''),
    signatures: parts
      .flatMap(part =>
        'signature' in part && part.signature ? `${part.signature.origin}:${part.signature.value}` : [],
      )
      .sort(),
    calls: parts.flatMap(part => (part.type === 'tool-call' ? [[part.id, part.name, sameJson(part.arguments)]] : [])),
    media: media(parts),
    opaque: opaque(parts),
  }
}

/** JSON has no minus zero. */
const asWritten = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** A budget does not distinguish the highest efforts, nor the lowest. */
const asBudget = (effort: string | null) => (effort && ALIKE[effort]) ?? effort
const ALIKE: Readonly<Record<string, string>> = { minimal: 'low', xhigh: 'high', max: 'high' }

const texts = (parts: readonly Part[]): string => parts.map(part => (part.type === 'text' ? part.text : '')).join('')

const media = (parts: readonly Part[]): unknown[] =>
  parts.flatMap(part => (part.type === 'media' ? [[part.kind, asData(part.source)]] : []))

/** A text is the same document as its bytes. */
const asData = (source: MediaSource): MediaSource =>
  source.type === 'text' ? { type: 'data', base64: Buffer.from(source.text).toString('base64') } : source

const opaque = (parts: readonly Part[]): string[] =>
  parts.flatMap(part => (part.type === 'opaque' && !part.isTold ? part.kind : []))

const prefixed = (prefix: string, members: object): Essence =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [`${prefix} ${name}`, value]))

/** Whitespace between the tokens of arguments has no meaning. */
function sameJson(json: string): string {
  try {
    return JSON.stringify(parseExact(json || '{}'))
  } catch {
    return json
  }
}
