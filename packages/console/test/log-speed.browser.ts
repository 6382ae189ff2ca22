import { join } from 'node:path'
import { expect } from '@playwright/test'
import { LOG_TYPE } from '@tollgate/contract'
import { bun } from '../../../scripts/lib/bun.mjs'
import { runQuietly } from '../../../scripts/lib/run.mjs'
import { test } from './signed-in.ts'

interface Call {
  tokens: number
  ms?: number
  /** As in rows of earlier versions. */
  seconds?: number
  /** To the first token of a stream; -1: unknown. */
  firstMs?: number
  type?: number
}

/** Calls, and the speed the log shows for them: tokens of the answer divided by the time it took. */
const CALLS: [name: string, call: Call, speed: string | null][] = [
  ['whole', { tokens: 500, ms: 2_000 }, '250/s'],
  ['whole-longer', { tokens: 900, ms: 2_000 }, '450/s'],
  ['whole-slower', { tokens: 500, ms: 8_000 }, '63/s'],
  ['stream', { tokens: 500, ms: 2_500, firstMs: 500 }, '250/s'],
  ['stream-later', { tokens: 500, ms: 2_500, firstMs: 2_000 }, '1K/s'],
  ['stream-first-unknown', { tokens: 500, ms: 2_500, firstMs: -1 }, '200/s'],
  ['whole-seconds', { tokens: 100, seconds: 4 }, '25/s'],
  ['few-tokens', { tokens: 10, ms: 1_000 }, '10/s'],
  ['too-few-tokens', { tokens: 9, ms: 1_000 }, null],
  ['no-tokens', { tokens: 0, ms: 1_000 }, null],
  ['all-at-once', { tokens: 500, ms: 2_500, firstMs: 2_450 }, null],
  ['no-time', { tokens: 500 }, null],
  ['failed', { tokens: 500, ms: 2_000, type: LOG_TYPE.error }, null],
  ['no-call', { tokens: 500, ms: 2_000, type: LOG_TYPE.topUp }, null],
]

test('the log says how many tokens a second each call answered with, where that tells something', async ({
  page,
  gateway,
  operator,
}) => {
  const now = Math.floor(Date.now() / 1000)
  const rows = CALLS.map(([request_id, { tokens, ms = 0, seconds = 0, firstMs, type = LOG_TYPE.consume }]) => ({
    request_id,
    type,
    created_at: now,
    user_id: operator.user.id,
    username: operator.user.username,
    content: request_id,
    model_name: type === LOG_TYPE.topUp ? '' : 'model-1',
    quota: 1_000,
    prompt_tokens: 77,
    completion_tokens: tokens,
    duration_ms: ms,
    use_time: seconds,
    is_stream: Number(firstMs !== undefined),
    other: JSON.stringify({ frt: firstMs }),
  }))
  const file = join(import.meta.dirname, 'log-rows.ts')
  await runQuietly('The log stays empty.', bun, [file, gateway.databaseFile, JSON.stringify(rows)])

  for (const [name, , speed] of CALLS) {
    await page.goto(`/log?request_id=${name}`)
    const row = page.locator('tr[data-row]')
    await expect(row).toHaveCount(1)
    const said = async () => /[\d.]+[KM]?\/s/.exec(await row.innerText())?.[0] ?? null
    await expect.poll(said, name).toBe(speed)
  }
})
