import { LOG_TYPE, type LogOther, quotaOf } from '../../packages/contract/src/index.ts'
import type { NewLogRow } from '../../packages/server/src/platform/storage/schema.ts'
import { messageColumns } from '../../packages/server/src/records/logs/message.ts'
import { pick, type Random, randomFrom } from '../soak/random.ts'

export const DAY = 86_400
export const CHANNELS = 40
const GROUPS = { default: 80, vip: 15, svip: 5 }
const FAMILIES = ['gpt-5', 'gpt-4.1', 'claude-sonnet-4-5', 'claude-opus-4-1', 'gemini-2.5-pro', 'gemini-2.5-flash']
FAMILIES.push('deepseek-v3', 'deepseek-r1', 'qwen3-max', 'glm-4.6', 'kimi-k2', 'mistral-large')
const VARIANTS = ['', '-mini', '-latest', '-preview', '-2025-08-07']
export const MODELS = VARIANTS.flatMap(variant => FAMILIES.map(family => family + variant))
const CHANNELS_OF_MODEL = 4

const ERROR_SHARE = 0.03
const OTHER_SHARE = 0.005
const STREAM_SHARE = 0.7
const CACHED_SHARE = 0.4
const ERRORS = { upstream_error: 40, upstream_rate_limited: 25, upstream_timeout: 15, insufficient_quota: 10 }
const REFUSED = { model_not_found: 6, invalid_request: 4 }

/** An invented caller with tokens. */
export interface MadeUser {
  id: number
  username: string
  tokens: { id: number; name: string }[]
}

/** The owners of a day's calls; ids are the database's. */
export interface Made {
  users: MadeUser[]
  channels: number[]
}

/**
 * The invented log of one day, determined by the seed: some users, models and tokens have most calls (Zipf), and nights
 * are quiet. Times count from the start of the day; rows are in order of time.
 */
export function oneDay({ users, channels }: Made, rows: number, seed = 1): NewLogRow[] {
  const random = randomFrom(seed)
  const userAt = zipf(users.length, random)
  const modelAt = zipf(MODELS.length, random)
  const times = Array.from({ length: rows }, () => timeOfDay(random)).sort((one, other) => one - other)
  return times.map(created_at => {
    const user = users[userAt()] as MadeUser
    if (random() < OTHER_SHARE) return noCall(user, created_at, random)
    const model = modelAt()
    const channel = channels[(model * 7 + Math.floor(random() * CHANNELS_OF_MODEL)) % channels.length] ?? 0
    const call = callOf(user, MODELS[model] ?? '', created_at, random)
    return random() < ERROR_SHARE ? failed(call, channel, random) : charged(call, channel, random)
  })
}

/** Places 0 to count - 1, the nth with a frequency of 1 / n. */
function zipf(count: number, random: Random): () => number {
  const upTo: number[] = []
  let sum = 0
  for (let place = 1; place <= count; place++) {
    sum += 1 / place
    upTo.push(sum)
  }
  return () => {
    const at = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Noon has five times as many calls as midnight. */
function timeOfDay(random: Random): number {
  for (;;) {
    const time = random() * DAY
    if (random() < 0.6 - 0.4 * Math.cos((2 * Math.PI * time) / DAY)) return Math.floor(time)
  }
}

function callOf({ id, username, tokens }: MadeUser, model_name: string, created_at: number, random: Random) {
  // The first token of three has the most calls.
  const token = tokens[Math.floor(random() ** 2 * tokens.length)]
  const duration_ms = Math.floor(300 + 20_000 * random() ** 3)
  return {
    user_id: id,
    username,
    created_at,
    model_name,
    token_id: token?.id ?? 0,
    token_name: token?.name ?? '',
    group: pick(groupRandom(id), GROUPS),
    use_time: Math.round(duration_ms / 1000),
    duration_ms,
    is_stream: Number(random() < STREAM_SHARE),
    request_id: hex(random, 24),
  }
}

/** A user has one group. */
const groupRandom = (id: number) => {
  const random = randomFrom(id * 7919)
  random()
  return random
}

type Call = ReturnType<typeof callOf>

function charged(call: Call, channel_id: number, random: Random): NewLogRow {
  const prompt_tokens = Math.floor(50 + 12_000 * random() ** 3)
  const completion_tokens = Math.floor(10 + 2_000 * random() ** 2)
  const cache_tokens = random() < CACHED_SHARE ? Math.floor(prompt_tokens * random()) : 0
  const first_token_ms = call.is_stream ? Math.floor(call.duration_ms * random()) : -1
  const other = {
    ...commonOther(channel_id, random),
    frt: first_token_ms,
    quota_per_unit: 500_000,
    model_price: -1,
    model_ratio: 1,
    group_ratio: 1,
    completion_ratio: 4,
    ...(cache_tokens > 0 && { cache_tokens, cache_ratio: 0.1 }),
    text_input: prompt_tokens - cache_tokens,
    text_output: completion_tokens,
    usage_source: 'upstream',
    charge_rule: { ended_by: 'complete', known: 'final_usage', charged: 'reported' },
  } satisfies LogOther
  return {
    ...call,
    type: LOG_TYPE.consume,
    channel_id,
    prompt_tokens,
    completion_tokens,
    cache_tokens,
    cache_saved: Math.floor(cache_tokens * 0.9),
    quota: quotaOf(other),
    first_token_ms,
    other: JSON.stringify(other),
  }
}

function failed(call: Call, channel: number, random: Random): NewLogRow {
  const isRefused = random() < 0.1
  const error_code = isRefused ? pick(random, REFUSED) : pick(random, ERRORS)
  const channel_id = isRefused ? 0 : channel
  return {
    ...call,
    type: LOG_TYPE.error,
    channel_id,
    error_code,
    content: `The call failed (${error_code}).`,
    other: JSON.stringify({
      ...commonOther(channel_id, random),
      error_type: 'api_error',
      error_code,
      status_code: 502,
    }),
  }
}

const commonOther = (channel: number, random: Random) => ({
  request_path: '/v1/chat/completions',
  admin_info: {
    use_channel: channel ? [String(channel)] : [],
    routing: { candidates: [channel] },
    attempts: [{ channel, key: hex(random, 8), status: 200, ms: Math.floor(random() * 9_000) }],
    counted: { input: Math.floor(random() * 12_000), output: Math.floor(random() * 2_000) },
    ip: `192.0.2.${Math.floor(random() * 256)}`,
  },
})

function noCall({ id, username }: MadeUser, created_at: number, random: Random): NewLogRow {
  const quota = Math.floor(random() * 500_000)
  const kinds = [
    { type: LOG_TYPE.topUp, quota, ...messageColumns('redeemed', { id: 7, quota: { quota } }) },
    { type: LOG_TYPE.manage, ...messageColumns('user_enabled', { actor: 'root', id, name: username }) },
    { type: LOG_TYPE.system, ...messageColumns('signed_in', { actor: username, ip: '192.0.2.1' }) },
  ]
  return { user_id: id, username, created_at, ...(kinds[Math.floor(random() * kinds.length)] as { type: number }) }
}

function hex(random: Random, length: number): string {
  let text = ''
  while (text.length < length)
    text += Math.floor(random() * 2 ** 24)
      .toString(16)
      .padStart(6, '0')
  return text.slice(0, length)
}
