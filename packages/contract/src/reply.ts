import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './constants.ts'

/** The envelope of every console reply. `code` is stable and set on failures. */
export interface Reply<Data> {
  success: boolean
  message: string
  data?: Data
  code?: string
  /** For an input failure: the invalid field. */
  field?: string
}

/** `p` counts from 1; 0 means the first page. */
export const pageQuery = z.object({
  p: z.coerce.number().int().min(0).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
})

/** For the drawing and task logs: `p` counts from 0. */
export const zeroBasedPageQuery = z.object({
  p: z.coerce.number().int().min(0).max(1_000_000).default(0),
  page_size: pageQuery.shape.page_size,
})

/** Beside a plain list: the number of rows on all pages. */
export const listTotal = z.object({ total: z.number().int() })

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    page: z.number().int(),
    page_size: z.number().int(),
    total: z.number().int(),
  })

export interface Page<Item> {
  items: Item[]
  page: number
  page_size: number
  total: number
}

export const idParams = z.object({ id: z.coerce.number().int().positive() })

/** Query values are text: `true` and `1` are true. */
export const flagQuery = z.preprocess(value => value === true || value === 'true' || value === '1', z.boolean())

/** Text that must be a JSON object or empty. The error message is a reason code. */
export const jsonObjectText = z.string().refine(isJsonObjectOrEmpty, { message: 'not_json_object' })

function isJsonObjectOrEmpty(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
