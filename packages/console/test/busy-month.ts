/**
 * Fills a gateway's log and figures with a month of calls: fifty models, some failures, three users, and a flood of calls five
 * hours ago. `bun busy-month.ts DATABASE_FILE [CALLS]`
 */
import { Database } from 'bun:sqlite'

const MODELS = 50
const MONTH_SECONDS = 30 * 86_400
const [, , file, calls = '20000'] = process.argv

const db = new Database(file)
db.run('pragma busy_timeout = 5000')
db.run(
  `insert into logs (type, created_at, user_id, username, token_id, token_name, channel_id, model_name, "group", quota, prompt_tokens,
     completion_tokens, cache_tokens, cache_saved, error_code, content, duration_ms, first_token_ms, use_time, is_stream, request_id, other)
   with recursive calls (n) as (select 1 union all select n + 1 from calls where n < ?),
   dice as (select n, n * 2654435761 % 4294967296 as a, n * 2246822519 % 4294967296 as b from calls),
   drawn as (select *, a % 17 = 0 as failed, b * b / 4294967296 * ${MODELS} / 4294967296 as model from dice)
   select case when failed then 5 else 2 end, unixepoch() - a % ${MONTH_SECONDS}, 1 + b % 3, 'user' || (1 + b % 3), 1 + b % 5, 'token',
     case when a % 51 = 0 then 0 else 1 + model % 8 end, 'model-' || printf('%02d', model),
     case when b % 3 = 0 then 'vip' when a % 5 = 0 then 'batch' else 'default' end, case when failed then 0 else 1000 + b % 90000 end,
     case when failed then 0 else 200 + a % 8000 end, case when failed then 0 else b % 2000 end, case when failed then 0 else a % 200 end,
     case when failed then 0 else a % 180 end,
     case when not failed then '' when b % 3 = 0 then 'upstream_overloaded' when b % 3 = 1 then 'model_unknown' else 'upstream_timeout' end,
     case when failed then 'The upstream is overloaded' else '' end, 200 + b % 9000, 100 + a % 3000, b % 9, 1, 'busy-' || n,
     '{"admin_info":{"use_channel":["1"]}}'
   from drawn`,
  [Number(calls)],
)
// An unusual hour.
db.run(
  `insert into logs (type, created_at, user_id, username, token_id, token_name, channel_id, model_name, "group", quota, prompt_tokens,
     completion_tokens, cache_saved, duration_ms, request_id)
   with recursive calls (n) as (select 1 union all select n + 1 from calls where n < 400)
   select 2, unixepoch() - unixepoch() % 3600 - 5 * 3600 + n, 1, 'user1', 1, 'token', 1, 'model-00', 'default', 90000, 1000, 100, 0, 900, 'flood-' || n
   from calls`,
)
db.run('begin immediate')
db.run('delete from quota_data')
// Their sums are computed anew.
for (const table of ['figure_sums', 'figure_sum_levels', 'figure_token_users']) db.run(`delete from ${table}`)
db.run('update figure_roll_up set until = 0, closed_until = 0, model_name = null')
db.run(
  `insert into quota_data (created_at, model_name, channel_id, cause, user_id, token_id, "group", username, count, failed, quota, token_used,
     prompt_tokens, cache_tokens, cache_saved)
   select created_at - created_at % 900, case when type = 2 or channel_id <> 0 then model_name else '' end, channel_id,
     case when type = 5 and error_code = '' then 'unknown' else error_code end, user_id, token_id, "group", max(username), sum(type = 2),
     sum(type = 5 or error_code <> ''), sum(case when type = 2 then quota else 0 end),
     sum(case when type = 2 then prompt_tokens + completion_tokens else 0 end),
     sum(case when type = 2 then prompt_tokens else 0 end), sum(case when type = 2 then cache_tokens else 0 end),
     sum(case when type = 2 then cache_saved else 0 end)
   from logs where type in (2, 5) group by 1, 2, 3, 4, 5, 6, 7`,
)
db.run('commit')
db.close()
