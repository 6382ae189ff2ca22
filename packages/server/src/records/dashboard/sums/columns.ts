import { type RawBuilder, sql } from 'kysely'
import type { DIMENSIONS, Dimension } from './facets.ts'

/** In the order of the key, so that one user's sums are adjacent. */
export const KEY = [
  'user_id',
  'model_name',
  'channel_id',
  'token_id',
  'cause',
  'group',
] as const satisfies (typeof DIMENSIONS)[Dimension][]
export const SUMS = [
  'count',
  'failed',
  'quota',
  'token_used',
  'prompt_tokens',
  'cache_tokens',
  'cache_saved',
  'cache_uncounted',
] as const
export type SumName = (typeof SUMS)[number]

const list = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map(name => sql.ref(name)))

export const KEY_COLUMNS = list(KEY)
export const SUMMED_COLUMNS = sql.join(SUMS.map(name => sql`sum(${sql.ref(name)})`))
export const INTO_SUMS = sql`insert into figure_sums (facet, seconds, since, ${KEY_COLUMNS}, ${list(SUMS)})`
export const ADD_TO_SUMS = sql`on conflict (facet, seconds, since, ${KEY_COLUMNS}) do update set ${sql.join(
  SUMS.map(name => sql`${sql.ref(name)} = ${sql.ref(`figure_sums.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
)}`

/** The sums of figures, from their columns. */
export const ofFigures: Readonly<Record<SumName, RawBuilder<number>>> = {
  count: sql`sum(count)`,
  failed: sql`sum(failed)`,
  quota: sql`sum(quota)`,
  token_used: sql`sum(token_used)`,
  prompt_tokens: sql`sum(prompt_tokens)`,
  cache_tokens: sql`sum(cache_tokens)`,
  cache_saved: sql`coalesce(sum(cache_saved), 0)`,
  // Null where it was not counted.
  cache_uncounted: sql`sum(case when cache_saved is null then cache_tokens else 0 end)`,
}
