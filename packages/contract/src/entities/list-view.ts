import { z } from 'zod'
import { VIEW_NAME_MAX_LENGTH, VIEW_QUERY_MAX_LENGTH } from '../constants.ts'
import { LIST_SORTS, type ListName } from '../list-query.ts'

export const listName = z.enum(Object.keys(LIST_SORTS) as [ListName, ...ListName[]])

/** A named view of a list: the query of its address. */
export const listView = z.object({
  name: z.string().trim().min(1).max(VIEW_NAME_MAX_LENGTH),
  query: z.string().max(VIEW_QUERY_MAX_LENGTH),
})
export type ListView = z.output<typeof listView>
