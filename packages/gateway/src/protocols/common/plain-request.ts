import { customAsFunction } from '../../canonical/custom-tools.ts'
import type { CanonicalRequest, FunctionTool, ParameterName, RequestParameters, Tool } from '../../canonical/request.ts'
import type { JsonObject } from '../../raw/json.ts'
import { note, refusal } from './limits.ts'
import { type Loss, loseMembers, loseServerTool } from './losses.ts'
import { dropped, type Fate, type ParameterTable, refused, writeExtras, writePlain } from './parameters.ts'
import { type PlainHost, plainLimits } from './plain-limits.ts'

/** Returns what happens to each parameter at a host that only takes these. */
export function onlyTakes({ name, tools }: PlainHost, taken: Partial<ParameterTable>): ParameterTable {
  const noWord = dropped(`${name} does not support it`)
  const noTools = dropped(`${name} takes no tools; none was offered`)
  const inText = dropped(`${name} answers in text`)
  return {
    maxTokens: noWord,
    temperature: noWord,
    topP: noWord,
    topK: noWord,
    minP: noWord,
    frequencyPenalty: noWord,
    presencePenalty: noWord,
    repetitionPenalty: noWord,
    seed: noWord,
    stop: noWord,
    logitBias: noWord,
    logprobs: noWord,
    topLogprobs: noWord,
    n: refused(`${name} gives one answer`),
    toolChoice: tools ? noWord : noTools,
    parallelToolCalls: tools ? noWord : noTools,
    format: noWord,
    reasoning: noWord,
    verbosity: noWord,
    modalities: inText,
    audio: inText,
    serviceTier: noWord,
    user: noWord,
    metadata: noWord,
    store: noWord,
    cache: noWord,
    cacheKey: noWord,
    cacheRetention: noWord,
    includeUsage: noWord,
    ...taken,
  }
}

/** Returns the plain parameters of a request for a host, and adds losses for the parameters it lacks. */
export function plainParameters(
  request: CanonicalRequest,
  { id }: PlainHost,
  table: ParameterTable,
  losses: Loss[],
): JsonObject {
  const { toolChoice, ...parameters } = request.parameters
  const asksForNone = isMapped(table.toolChoice) || request.tools.length === 0 || toolChoice?.type === 'none'
  const asked = asksForNone || toolChoice === undefined ? parameters : { ...parameters, toolChoice }
  return { ...writePlain(asked, table, losses), ...writeExtras(request, id, losses) }
}

const isMapped = (fate: Fate): boolean => 'name' in fate

/** Adds losses for the tools of a request at a host that takes none. @throws RequestRefused if one must be called */
export function refuseTools(request: CanonicalRequest, { name }: PlainHost, losses: Loss[]): void {
  const limits = plainLimits(name)
  const { toolChoice } = request.parameters
  for (const tool of request.tools) if (tool.type === 'server') loseServerTool(tool, request, losses)
  const offered = request.tools.filter(tool => tool.type !== 'server')
  if (offered.length === 0) return
  const isForced =
    toolChoice?.type === 'required' ||
    toolChoice?.type === 'tool' ||
    (toolChoice?.type === 'allowed' && toolChoice.required)
  if (isForced) throw refusal(limits.forcedTool, 'tool_choice')
  note(losses, limits.offeredTools)
}

/** Returns the tools of a request as functions, for a host that takes functions. */
export function functionsOf(request: CanonicalRequest, { name }: PlainHost, losses: Loss[]): FunctionTool[] {
  const limits = plainLimits(name)
  const asFunction = (tool: Tool): FunctionTool[] => {
    if (tool.type === 'server') {
      loseServerTool(tool, request, losses)
      return []
    }
    if (tool.type === 'custom' && tool.format !== undefined) note(losses, limits.grammar)
    loseMembers('tool ', tool.extras ?? {}, request.dialect, losses)
    const known = tool.type === 'custom' ? customAsFunction(tool) : tool
    if (known.cache) note(losses, limits.marks)
    if (known.strict) note(losses, limits.strictness)
    return [known]
  }
  return request.tools.flatMap(asFunction)
}

/** Fits parameters into the ranges a host takes. */
export function within<Names extends keyof Numbers>(
  asked: RequestParameters,
  ranges: Readonly<Record<Names, readonly [least: number, most: number]>>,
  onChange: (name: Names) => void,
): RequestParameters {
  const taken: RequestParameters = { ...asked }
  for (const name of Object.keys(ranges) as Names[]) {
    const value = asked[name]
    if (value === undefined) continue
    const [least, most] = ranges[name]
    const nearest = Math.min(most, Math.max(least, value))
    if (nearest === value) continue
    taken[name] = nearest as never // the parameters of this list are numbers
    onChange(name)
  }
  return taken
}

type Numbers = Pick<
  RequestParameters,
  Extract<ParameterName, 'maxTokens' | 'temperature' | 'topP' | 'topK' | 'repetitionPenalty'>
>
