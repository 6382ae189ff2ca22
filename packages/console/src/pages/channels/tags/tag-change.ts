import type { TagChange } from './api.ts'

/** The form of a tag: empty fields stay unchanged. */
export interface TagValues {
  new_tag: string
  models: string[]
  groups: string[]
  model_mapping: string
  priority: number | null
  weight: number | null
}

export const tagValuesOf = (tag: string): TagValues => ({
  new_tag: tag,
  models: [],
  groups: [],
  model_mapping: '',
  priority: null,
  weight: null,
})

/**
 * The request body; undefined: nothing was changed. A blank name is sent, because it dissolves the tag; an unchanged one is not.
 */
export function tagChangeOf(tag: string, values: TagValues): TagChange | undefined {
  const { new_tag, models, groups, model_mapping, priority, weight } = values
  const change = {
    ...(new_tag.trim() !== tag && { new_tag: new_tag.trim() }),
    ...(models.length > 0 && { models: models.join(',') }),
    ...(groups.length > 0 && { groups: groups.join(',') }),
    ...(model_mapping.trim() !== '' && { model_mapping }),
    ...(priority !== null && { priority }),
    ...(weight !== null && { weight }),
  }
  return Object.keys(change).length > 0 ? { tag, ...change } : undefined
}
