/** Finds models in a list by our names of them: as they are, else without the maker (`anthropic/`), else with dots for dashes. */
export function namesInList(listed: Iterable<string>): (model: string) => string | undefined {
  const exact = new Set<string>()
  const loose = new Map<string, string>()
  for (const name of listed) {
    exact.add(name)
    const own = name.slice(name.lastIndexOf('/') + 1)
    // `:free` and the like are other offers of a model.
    if (own.includes(':')) continue
    for (const written of [own, own.replaceAll('.', '-')]) if (!loose.has(written)) loose.set(written, name)
  }
  return model => (exact.has(model) ? model : loose.get(model))
}
