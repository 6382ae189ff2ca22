/** A mapping that leads back to a name already passed. */
export class ModelMappingCycle extends Error {
  override name = 'ModelMappingCycle'
  constructor(readonly model: string) {
    super(`the model mapping runs in a circle at ${model}`)
  }
}

/**
 * Returns the upstream's name for a model: the mapping followed to its end. A name mapped to itself ends there.
 *
 * @throws ModelMappingCycle
 */
export function mapModel(mapping: Readonly<Record<string, string>>, model: string): string {
  const passed = new Set([model])
  let current = model
  for (;;) {
    const next = Object.hasOwn(mapping, current) ? mapping[current] : undefined
    if (!next || next === current) return current
    if (passed.has(next)) throw new ModelMappingCycle(next)
    passed.add(next)
    current = next
  }
}
