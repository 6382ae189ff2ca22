/**
 * Finds our models in a list: by the same name, otherwise without the maker (`anthropic/`), otherwise with dots as
 * dashes.
 */
export function namesInList(listed: Iterable<string>): (model: string) => string | undefined {
  const exact = new Set<string>()
  const loose = new Map<string, string>()
  for (const name of listed) {
    exact.add(name)
    const own = name.slice(name.lastIndexOf('/') + 1)
    // Names with `:free` and the like are other offers of a model.
    if (own.includes(':')) continue
    for (const written of [own, own.replaceAll('.', '-')]) if (!loose.has(written)) loose.set(written, name)
  }
  return model => (exact.has(model) ? model : loose.get(model))
}
