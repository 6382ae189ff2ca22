import { type Kysely, sql } from 'kysely'

const EVERYBODY = -1
const ALL_ROWS = -3

/**
 * Sums of log rows by time alone: one row per unit where the detailed sums of everybody have thousands. They are made
 * from the detailed sums; on a level that has only come as far as some users of a unit below, from that unit's part so
 * far.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const columns = sql`hours, since, user_id, type, model_name, channel_id, "group", cause, token_id, token_name, "rows", quota`
  const nothing = sql`${sql.lit(ALL_ROWS)}, 0, '', 0, '', '', 0, ''`
  await sql`insert into log_sums (${columns})
    select hours, since, ${nothing}, sum("rows"), sum(quota) from log_sums where user_id = ${sql.lit(EVERYBODY)}
    group by hours, since`.execute(db)
  // Users are added in order, so a level that is already past "everybody" would skip these rows.
  await sql`insert into log_sums (${columns})
    select levels.hours, below.since - below.since % (levels.hours * 3600), ${nothing}, below."rows", below.quota
    from log_sum_levels levels join log_sums below
      on below.hours = levels.hours / 8 and below.since = levels.until and below.user_id = ${sql.lit(ALL_ROWS)}
    where levels.user_id between ${sql.lit(ALL_ROWS)} and ${sql.lit(EVERYBODY - 1)}
    on conflict (hours, since, user_id, type, model_name, channel_id, "group", cause, token_id, token_name)
      do update set "rows" = log_sums."rows" + excluded."rows", quota = log_sums.quota + excluded.quota`.execute(db)
}
