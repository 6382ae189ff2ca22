import { asObjects, asText, type JsonObject } from '../../raw/json.ts'

/** Functions may be grouped in a namespace, which no other dialect knows: there each has a name of its own. */
export interface Namespace {
  name: string
  description: string
}

export interface PlacedTool {
  tool: JsonObject
  /** How the tool is called where there are no namespaces. */
  flatName: string
  namespace: Namespace | null
}

/** Returns all tools of a request, those inside namespaces too. */
export function placeTools(tools: unknown): PlacedTool[] {
  const placed = asObjects(tools).flatMap(tool => (tool.type === 'namespace' ? unfold(tool) : place(tool, null)))
  const timesNamed = new Map<string, number>()
  for (const { flatName } of placed) timesNamed.set(flatName, (timesNamed.get(flatName) ?? 0) + 1)
  return placed.map(one =>
    one.namespace && (timesNamed.get(one.flatName) ?? 0) > 1
      ? { ...one, flatName: prefixOf(one.namespace.name) + one.flatName }
      : one,
  )
}

/** Returns the name a function has inside its namespace. */
export const nameInside = (namespace: string, flatName: string): string =>
  flatName.startsWith(prefixOf(namespace)) ? flatName.slice(prefixOf(namespace).length) : flatName

const prefixOf = (namespace: string) => `${namespace}__`

/** From a call's name and namespace to the flat name, and from the flat name back. */
export interface NamespaceMap {
  flatName(name: string, namespace: string | null): string
  home(flatName: string): { name: string; namespace?: string }
}

export function namespaceMap(tools: unknown): NamespaceMap {
  const placed = placeTools(tools).filter(one => one.namespace)
  const flat = new Map(placed.map(one => [`${one.namespace?.name} ${one.tool.name}`, one.flatName]))
  const home = new Map(
    placed.map(one => [one.flatName, { name: String(one.tool.name), namespace: String(one.namespace?.name) }]),
  )
  return {
    flatName: (name, namespace) => flat.get(`${namespace} ${name}`) ?? name,
    home: flatName => home.get(flatName) ?? { name: flatName },
  }
}

function unfold(wire: JsonObject): PlacedTool[] {
  const namespace = { name: asText(wire.name) ?? '', description: asText(wire.description) ?? '' }
  return asObjects(wire.tools).map(tool => place(tool, namespace))
}

const place = (tool: JsonObject, namespace: Namespace | null): PlacedTool => ({
  tool,
  flatName: asText(tool.name) ?? '',
  namespace,
})
