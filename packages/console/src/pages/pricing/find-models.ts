import type { PricedModel } from '@tollgate/contract'

/** The models whose name holds every word of the query; hyphens, dots and capitals do not matter: `gpt4o`, `claude 4.5`. */
export function findModels<Model extends PricedModel>(models: readonly Model[], query: string): Model[] {
  const words = query.split(/\s+/).map(bare).filter(Boolean)
  return models.filter(({ model_name }) => {
    const name = bare(model_name)
    return words.every(word => name.includes(word))
  })
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
