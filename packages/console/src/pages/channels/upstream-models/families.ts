/** The models of a family. */
export interface Family {
  name: string
  models: string[]
}

/**
 * Groups models by the first word of their names after a maker's prefix: `openai/gpt-4o-mini` is of `gpt`. The largest families
 * come first.
 */
export function familiesOf(models: readonly string[]): Family[] {
  const byName = Map.groupBy(models, familyOf)
  const families = [...byName].map(([name, models]) => ({ name, models }))
  return families.sort((one, other) => other.models.length - one.models.length || (one.name < other.name ? -1 : 1))
}

/** A name without letters is its own family. */
const familyOf = (model: string): string =>
  /\p{L}+/u.exec(model.slice(model.lastIndexOf('/') + 1))?.[0].toLowerCase() ?? model
