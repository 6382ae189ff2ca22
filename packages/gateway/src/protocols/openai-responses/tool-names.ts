import { fitId } from '../../canonical/tool-ids.ts'
import { asObjects, asText, type JsonObject } from '../../raw/json.ts'

/**
 * Flat names for a request's tools, for dialects without namespaces and tool search. The same request always gives the same names,
 * and items appended to it do not change earlier names.
 */
export interface ToolNames {
  /** All tools once each, including those in namespaces and those that conversation items add. */
  placed: readonly PlacedTool[]
  /** Returns the flat name of a tool as a call names it. */
  flatName(name: string, namespace: string | null): string
  /** Returns the name and namespace that a flat name has in the client's request. */
  home(flatName: string): { name: string; namespace?: string }
  /** The flat name of the tool search that the client runs; null: it runs none. */
  searchName: string | null
}

export interface PlacedTool {
  tool: JsonObject
  /** Its name in its namespace. */
  name: string
  namespace: Namespace | null
  flatName: string
  /** Only an item of the conversation defines it. */
  isInConversation: boolean
  /** An item of the conversation adds it, whether or not it is the first to name it. */
  isLoaded: boolean
}

export interface Namespace {
  name: string
  description: string
}

/** @param input whose items may add tools */
export function toolNames(tools: unknown, input: unknown): ToolNames {
  const bringing = asObjects(input).filter(item => BRINGS_TOOLS.has(item.type))
  const loaded = unfold(bringing.flatMap(item => asObjects(item.tools))).filter(({ tool }) => isCalled(tool))
  const loadedKeys = new Set(loaded.map(keyOf))
  const byKey = new Map<string, PlacedTool>()
  const byFlatName = new Map<string, PlacedTool>()

  const add = (one: FoundTool, isInConversation: boolean): PlacedTool[] => {
    const key = keyOf(one)
    if (byKey.has(key)) return []
    const flatName = freeName(flatNameOf(one.name, one.namespace?.name ?? null), key, byFlatName)
    const placed = { ...one, flatName, isInConversation, isLoaded: loadedKeys.has(key) }
    byKey.set(key, placed)
    byFlatName.set(flatName, placed)
    return [placed]
  }

  const listed = unfold(tools).flatMap(one => (isCalled(one.tool) ? add(one, false) : runElsewhere(one)))
  const placed = [...listed, ...loaded.flatMap(one => add(one, true))]
  return {
    placed,
    flatName: (name, namespace) =>
      byKey.get(keyOf({ name, namespaceName: namespace }))?.flatName ?? flatNameOf(name, namespace),
    home(flatName) {
      const { name, namespace } = byFlatName.get(flatName) ?? { name: flatName }
      return { name, ...(namespace && { namespace: namespace.name }) }
    },
    searchName: placed.find(({ tool }) => isClientSearch(tool))?.flatName ?? null,
  }
}

const BRINGS_TOOLS: ReadonlySet<unknown> = new Set(['additional_tools', 'tool_search_output'])

/** Returns whether the client itself searches for tools, so that calls of the search must reach it. */
export const isClientSearch = ({ type, execution }: JsonObject): boolean =>
  type === 'tool_search' && execution === 'client'

const isCalled = (tool: JsonObject): boolean =>
  tool.type === 'function' || tool.type === 'custom' || isClientSearch(tool)

const runElsewhere = (one: FoundTool): PlacedTool[] => [
  { ...one, flatName: one.name, isInConversation: false, isLoaded: false },
]

/**
 * Names that all families accept: Gemini requires a letter first; OpenAI, Gemini and Bedrock take at most 64
 * characters.
 */
const NAME_RULE = { maxLength: 64, forbidden: /[^a-zA-Z0-9_-]/g }

/** The namespace of tools that are called without one. */
const BARE = 'functions'

function flatNameOf(name: string, namespace: string | null): string {
  const isBare = namespace === null || namespace === '' || namespace === BARE
  const flat = isBare ? name : `${namespace}__${name}`
  return fitId(/^[a-zA-Z_]/.test(flat) ? flat : `_${flat}`, NAME_RULE)
}

/** Returns the name itself if it is free, otherwise one with a suffix that depends on its owner. */
function freeName(name: string, key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name
  for (let n = 0; taken.has(free); n++) {
    const mark = Bun.hash(`${n} ${key}`).toString(36)
    free = `${name.slice(0, NAME_RULE.maxLength - mark.length - 1)}_${mark}`
  }
  return free
}

type FoundTool = Pick<PlacedTool, 'tool' | 'name' | 'namespace'>

/** A tool search is never a function, whatever its name. */
function keyOf(one: FoundTool | { name: string; namespaceName: string | null }): string {
  if ('tool' in one && isClientSearch(one.tool)) return SEARCH
  return JSON.stringify([('tool' in one ? one.namespace?.name : one.namespaceName) ?? '', one.name])
}

const SEARCH = 'tool_search'

function unfold(tools: unknown): FoundTool[] {
  return asObjects(tools).flatMap((tool): FoundTool[] => {
    if (tool.type !== 'namespace') return [{ tool, name: nameOf(tool), namespace: null }]
    const namespace = { name: asText(tool.name) ?? '', description: asText(tool.description) ?? '' }
    return asObjects(tool.tools).map(inner => ({ tool: inner, name: nameOf(inner), namespace }))
  })
}

const nameOf = (tool: JsonObject): string => (isClientSearch(tool) ? SEARCH : (asText(tool.name) ?? ''))
