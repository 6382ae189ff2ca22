/** Ten colours, as distinguishable as possible with any colour vision, on light and on dark. */
const COLORS = [
  '#3d6fe0',
  '#e08a1e',
  '#1f9e77',
  '#c2478f',
  '#7d5fd3',
  '#6b9b1e',
  '#d3543f',
  '#2aa3c4',
  '#a8761a',
  '#8a8fd8',
]
const REST = '#8f8b83'

/** A colour for each model: always the same one, unless another shown model already has it. */
export function colorsOf(models: readonly (string | null)[]): string[] {
  const taken = new Set<number>()
  return models.map(model => {
    if (model === null) return REST
    let place = hashOf(model) % COLORS.length
    while (taken.has(place) && taken.size < COLORS.length) place = (place + 1) % COLORS.length
    taken.add(place)
    return COLORS[place] ?? REST
  })
}

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (hash * 31 + text.charCodeAt(at)) >>> 0
  return hash
}
