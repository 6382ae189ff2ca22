import { z } from 'zod'
import { splitList } from './comma-list.ts'

/** The sortable columns of each list, as the API names them. */
export const LIST_SORTS = {
  channels: [
    ...['id', 'name', 'type', 'status', 'priority', 'weight', 'balance', 'used_quota', 'response_time', 'tag'],
    ...['success', 'first_token_ms', 'under_cost'],
  ],
  users: [
    ...['id', 'username', 'group', 'role', 'status', 'quota', 'used_quota', 'request_count', 'aff_count'],
    ...['created_at', 'last_login_at'],
  ],
  tokens: ['name', 'status', 'remain_quota', 'used_quota', 'group', 'created_time', 'accessed_time', 'expired_time'],
  logs: ['created_at', 'quota', 'prompt_tokens', 'completion_tokens', 'tokens', 'duration', 'first_token_ms'],
  redemptions: ['id', 'name', 'status', 'quota', 'created_time', 'redeemed_time', 'used_user_id'],
  orders: ['create_time', 'complete_time', 'quota', 'money_cents', 'status'],
  tasks: ['submit_time', 'finish_time', 'platform', 'action', 'status', 'quota'],
  drawings: ['submit_time', 'finish_time', 'action', 'status', 'quota'],
} as const satisfies Record<string, readonly string[]>

export type ListName = keyof typeof LIST_SORTS
export type SortColumn<List extends ListName> = (typeof LIST_SORTS)[List][number]
/** A column in ascending order, or with a leading minus in descending order; empty: the list's usual order. */
export type Sort<List extends ListName = ListName> = '' | SortColumn<List> | `-${SortColumn<List>}`

export function sortOf<List extends ListName>(list: List) {
  const columns: readonly SortColumn<List>[] = LIST_SORTS[list]
  const sorts: Sort<List>[] = ['', ...columns, ...columns.map(column => `-${column}` as const)]
  return z.enum(sorts as [Sort<List>, ...Sort<List>[]]).default('' as never)
}

/** The maximum number of values of one filter. */
const MOST_VALUES = 50

/** Comma-separated: rows with any of these values; empty: all rows. */
export const severalTexts = z.coerce
  .string()
  .max(2_000)
  .default('')
  .transform(splitList)
  .pipe(z.array(z.string().max(255)).max(MOST_VALUES))

/** The same with numbers. */
export const severalNumbers = z.coerce
  .string()
  .max(2_000)
  .default('')
  .transform(splitList)
  .transform(values => values.map(Number))
  .pipe(z.array(z.number().int()).max(MOST_VALUES))

/**
 * The same with names of at most this length. A name may contain commas itself, so that a text with commas is also taken
 * as one name.
 */
export const severalNames = (longest: number) =>
  z.coerce
    .string()
    .max(2_000)
    .default('')
    .transform(text => [...new Set([...splitList(text), ...wholeName(text.trim(), longest)])])
    .pipe(z.array(z.string().max(longest)).max(MOST_VALUES))

const wholeName = (text: string, longest: number): string[] =>
  text.includes(',') && text.length <= longest ? [text] : []

/** The same with ids or kinds from 1 on; 0 matches every row, like an empty text. */
export const severalIds = (greatest = Number.MAX_SAFE_INTEGER) =>
  severalNumbers.pipe(z.array(z.number().min(0).max(greatest))).transform(values => (values.includes(0) ? [] : values))

/** The same with words from a list. */
export const severalOf = <const Word extends string>(words: readonly Word[]) =>
  z.coerce
    .string()
    .max(2_000)
    .default('')
    .transform(splitList)
    .pipe(z.array(z.enum(words as readonly [Word, ...Word[]])).max(MOST_VALUES))
