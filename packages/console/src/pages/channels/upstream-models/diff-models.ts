/** How a channel's models differ from its upstream's; sorted. */
interface ModelsDiff {
  /** The upstream has them, but the channel does not serve them. */
  fresh: string[]
  /** The channel serves them, but the upstream does not list them. */
  gone: string[]
  kept: string[]
}

/** Compares by the upstream's names: a mapped model exists as long as its target does. */
export function diffModels(served: string[], offered: string[], mapping: Record<string, string> = {}): ModelsDiff {
  const offers = new Set(offered)
  const upstreamNames = new Set(served.map(model => mapped(model, mapping)))
  const [kept, gone] = [true, false].map(isThere =>
    served.filter(model => offers.has(mapped(model, mapping)) === isThere).sort(),
  )
  const fresh = [...offers].filter(model => !upstreamNames.has(model) && !served.includes(model)).sort()
  return { fresh, gone: gone ?? [], kept: kept ?? [] }
}

function mapped(model: string, mapping: Record<string, string>): string {
  const seen = new Set<string>()
  let name = model
  while (Object.hasOwn(mapping, name) && !seen.has(name)) {
    seen.add(name)
    name = mapping[name] ?? name
  }
  return name
}

/** The mapping, if it can be parsed: the typed text may be incomplete. */
export function readMapping(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {}
  } catch {
    return {}
  }
}
