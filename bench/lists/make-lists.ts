import { ORDER_LIFETIME_SECONDS } from '../../packages/contract/src/index.ts'
import type { Operator } from '../../packages/server/test/support/gateway.ts'
import type { RunSql } from '../lib/database.ts'
import { CHANNEL } from '../rows/make-owners.ts'
import { DAY } from '../rows/one-day.ts'

export const SIZES = {
  channels: 3_000,
  users: 50_000,
  /** The operator's own, nearly as many as one may have: nobody's list has those of others. */
  tokens: 990,
  redemptions: 20_000,
  orders: 50_000,
  tasks: 100_000,
  drawings: 100_000,
}
const MODELS_EACH = 12
/** As long as an upstream's usual answer. */
const TASK_DATA = JSON.stringify([{ title: 'A song', lyrics: 'la '.repeat(400) }])
/** As many as one call makes. */
const AT_ONCE = 100

/** What has a key is made by the API, which seals it. */
export async function makeKeyed({ makeChannel, makeToken, consoleCall }: Operator): Promise<void> {
  for (let made = 0; made < SIZES.channels; made += AT_ONCE) {
    const key = Array.from({ length: AT_ONCE }, (_, at) => `sk-${made + at}`).join('\n')
    const models = Array.from({ length: MODELS_EACH }, (_, at) => `model-${(made + at * 7) % 60}`).join(',')
    await makeChannel({ name: `${CHANNEL}${made / AT_ONCE}`, key, models, base_url: 'http://127.0.0.1:9' })
  }
  for (let made = 0; made < SIZES.redemptions; made += AT_ONCE)
    await consoleCall('POST', '/api/redemption/', { name: `batch ${(made / AT_ONCE) % 40}`, quota: 1, count: AT_ONCE })
  for (let made = 0; made < SIZES.tokens; made++)
    await makeToken({ name: `own ${made % 500}`, unlimited_quota: made % 3 > 0 })
}

/** Gives rows different values in every column that a list sorts or filters by, and adds what has no key. */
export async function spreadLists(
  run: RunSql,
  now: number,
  { users, channels, orders, tasks, drawings }: typeof SIZES = SIZES,
): Promise<void> {
  const since = now - 90 * DAY
  /** A different number for each row, in no order. */
  const spread = (below: number, id = 'id') => `(${id} * 7919 % ${below})`
  const oneOf = (words: readonly string[], id = 'id') =>
    `case ${spread(words.length, id)} ${words.map((word, at) => `when ${at} then '${word}'`).join(' ')} end`
  const group = oneOf(['default', 'default', 'default', 'vip', 'svip'])
  await run(`update channels set type = 1 + ${spread(40)}, priority = ${spread(20)}, weight = ${spread(100)},
    balance = ${spread(5_000)}, response_time = ${spread(9_000)}, "group" = ${group},
    tag = ${oneOf(Array.from({ length: 60 }, (_, at) => `tag-${at}`))},
    status = case when id % 11 = 0 then 2 when id % 17 = 0 then 3 else 1 end where name like '${CHANNEL}%'`)
  await run(`update users set role = case when id % 5000 = 0 then 10 else 1 end, "group" = ${group},
    status = case when id % 50 = 0 then 2 else 1 end, quota = ${spread(900_000_007)}, aff_count = ${spread(9)},
    created_at = ${since} + ${spread(90 * DAY)}, email = 'user' || id || '@mail.test',
    display_name = 'Person ' || ${spread(40_000)},
    last_login_at = case when id % 3 = 0 then 0 else ${since} + ${spread(89 * DAY)} end
    where username like 'made-user-%'`)
  await run(`update tokens set created_time = ${since} + ${spread(90 * DAY)}, "group" = ${group},
    status = case when id % 20 = 0 then 2 else 1 end, expired_time = case when id % 4 = 0 then ${since} + id else -1 end,
    remain_quota = ${spread(1_000_003)}, used_quota = used_quota + ${spread(1_000_003)},
    accessed_time = case when id % 3 = 0 then 0 else ${since} + ${spread(89 * DAY)} end where name like 'own %'`)
  await run(`update redemptions set status = 1 + id % 3, quota = 1 + ${spread(1_000_003)},
    created_time = ${since} + ${spread(90 * DAY)},
    redeemed_time = case when id % 3 = 2 then ${since} + ${spread(89 * DAY)} else 0 end,
    used_user_id = case when id % 3 = 2 then 1 + ${spread(users)} else 0 end`)
  const numbers = (count: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
  const at = (count: number) => `${since} + cast(i * ${(90 * DAY) / count} as bigint)`
  const user = `2 + ${spread(users, 'i')}`
  await run(`insert into top_ups (user_id, amount, money_cents, trade_no, payment_method, create_time, complete_time, status)
    ${numbers(orders)} select ${user}, 1 + ${spread(1_000_003, 'i')}, 100 + ${spread(50_021, 'i')}, 'made-' || i,
      ${oneOf(['zfb', 'wx', 'stripe'], 'i')}, ${at(orders)},
      case when i % 4 = 0 then 0 else ${at(orders)} + ${ORDER_LIFETIME_SECONDS} end,
      case when i % 4 = 0 then 'pending' else 'success' end from n`)
  const task = `${user}, 1 + ${spread(channels, 'i')}, ${spread(900_007, 'i')},
    ${oneOf(['SUCCESS', 'SUCCESS', 'SUCCESS', 'FAILURE', 'IN_PROGRESS'], 'i')}, '100%'`
  await run(`insert into tasks (user_id, channel_id, quota, status, progress, platform, action, task_id, data, created_at, submit_time, finish_time)
    ${numbers(tasks)} select ${task}, ${oneOf(['suno', 'kling', 'vidu'], 'i')},
      ${oneOf(['MUSIC', 'LYRICS', 'generate', 'textGenerate'], 'i')}, 'made-' || i, '${TASK_DATA}', ${at(tasks)},
      ${at(tasks)}, case when i % 5 = 4 then 0 else ${at(tasks)} + ${spread(600, 'i')} end from n`)
  const ms = (seconds: string) => `1000 * (${seconds})`
  await run(`insert into midjourneys (user_id, channel_id, quota, status, progress, action, mj_id, prompt, submit_time, finish_time)
    ${numbers(drawings)} select ${task}, ${oneOf(['IMAGINE', 'UPSCALE', 'VARIATION', 'DESCRIBE'], 'i')}, 'made-' || i,
      'A lighthouse at night, no. ' || i, ${ms(at(drawings))},
      case when i % 5 = 4 then 0 else ${ms(`${at(drawings)} + ${spread(600, 'i')}`)} end from n`)
}
