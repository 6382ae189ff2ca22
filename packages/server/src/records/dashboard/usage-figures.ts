import { LOG_TYPE } from '@tollgate/contract'
import type { NewLogRow } from '../../platform/storage/schema.ts'
import type { ColumnTypes, Value } from '../../platform/storage/statements.ts'
import { LONGEST_CAUSE, NO_CAUSE } from '../logs/causes.ts'
import { text, whole } from '../logs/log-values.ts'

/** Figures are summed up by quarters of an hour, because every time zone's offset is a multiple of one. */
export const SLOT_SECONDS = 900

/** The key of figure rows, in the order of the table. */
export const FIGURE_KEY = ['created_at', 'model_name', 'channel_id', 'cause', 'user_id', 'token_id', 'group'] as const
const FIGURE_SUMS = ['count', 'failed', 'quota', 'token_used', 'prompt_tokens', 'cache_tokens', 'cache_saved'] as const

export const FIGURE_COLUMNS = {
  created_at: 'bigint',
  model_name: 'text',
  channel_id: 'bigint',
  cause: 'text',
  user_id: 'bigint',
  token_id: 'bigint',
  group: 'text',
  username: 'text',
  count: 'bigint',
  failed: 'bigint',
  quota: 'bigint',
  token_used: 'bigint',
  prompt_tokens: 'bigint',
  cache_tokens: 'bigint',
  cache_saved: 'bigint',
} as const satisfies ColumnTypes

export const ADD_TO_FIGURES = `on conflict (${FIGURE_KEY.map(column => `"${column}"`).join(', ')}) do update set username = excluded.username, ${FIGURE_SUMS.map(
  // The quarter of an hour in which counting began is incomplete.
  column => `${column} = coalesce(quota_data.${column}, 0) + excluded.${column}`,
).join(', ')}`

/** Where figures are written. For a closed quarter of an hour they get separate rows. */
export const INTO_FIGURES = {
  table: 'quota_data',
  columns: FIGURE_COLUMNS,
  written: {
    created_at: (slot: string) =>
      `${slot} + case when ${slot} < (select closed_until from figure_roll_up) then 1 else 0 end`,
  },
  onConflict: ADD_TO_FIGURES,
} as const

const NAME_AT = Object.keys(FIGURE_COLUMNS).indexOf('username')

/** Sums up calls as their log rows arrive. */
interface Figures {
  /** @param quota the amount that counts as paid, if not the row's */
  add(log: NewLogRow, quota?: number): void
  /** Values in the order of `FIGURE_COLUMNS`, sorted by key, so that all nodes lock rows in the same order. */
  rows(): Value[][]
}

export function newFigures(): Figures {
  const rows = new Map<string, (string | number)[]>()
  /** Consecutive calls mostly have the same key. */
  let last: (string | number)[] = []

  function rowOf(key: (string | number)[]): (string | number)[] {
    if (key.every((value, at) => value === last[at])) return last
    const found = key.join('\0')
    last = rows.get(found) ?? [...key, '', 0, 0, 0, 0, 0, 0, 0]
    rows.set(found, last)
    return last
  }

  return {
    add(log, quota = log.quota) {
      const isCharged = log.type === LOG_TYPE.consume
      if (!isCharged && log.type !== LOG_TYPE.error) return
      const channel = log.channel_id ?? 0
      const cause = causeOf(log)
      const row = rowOf([
        log.created_at - (log.created_at % SLOT_SECONDS),
        // The model name of a call without a channel may be any text.
        isCharged || channel !== 0 ? text(log.model_name) : '',
        channel,
        cause,
        log.user_id,
        log.token_id ?? 0,
        text(log.group),
      ])
      row[NAME_AT] = text(log.username)
      const prompt = whole(log.prompt_tokens)
      // in the order of `FIGURE_SUMS`
      count(row, 1, Number(isCharged))
      count(row, 2, Number(cause !== ''))
      if (!isCharged) return
      count(row, 3, whole(quota))
      count(row, 4, prompt + whole(log.completion_tokens))
      count(row, 5, prompt)
      count(row, 6, whole(log.cache_tokens))
      count(row, 7, whole(log.cache_saved ?? 0))
    },
    rows: () =>
      rows.size < 2
        ? [...rows.values()]
        : [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
  }
}

function count(row: (string | number)[], place: number, amount: number): void {
  row[NAME_AT + place] = Number(row[NAME_AT + place]) + amount
}

/** The figures of log rows. */
export function figureRows(logs: readonly NewLogRow[]): Value[][] {
  const figures = newFigures()
  for (const log of logs) figures.add(log)
  return figures.rows()
}

/** A failed call always has a cause. */
const causeOf = ({ type, error_code = '' }: NewLogRow): string =>
  text(error_code).slice(0, LONGEST_CAUSE).toWellFormed() || (type === LOG_TYPE.error ? NO_CAUSE : '')
