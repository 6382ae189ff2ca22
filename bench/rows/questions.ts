import { DAY, type Made, MODELS } from './one-day.ts'

/** A query that the console makes of a long log. */
export interface Question {
  /** Answers of one kind are reported together. */
  kind: string
  name: string
  path: string
  /** Only the first bytes are waited for. */
  isStart?: boolean
}

/** The contents that questions refer to. */
export interface Asked {
  made: Made
  /** The number of log rows. */
  total: number
  /** The request id of one row. */
  requestId: string
  now: number
}

const PAGE_SIZE = 100
const DEEP = 100
const HOUR = 3_600

/** Values for each filter: one that many rows have, one that few have, and, for texts, one that none has. */
function filtersOf({ made: { users, channels }, requestId, now }: Asked): Record<string, string[]> {
  const [many, few] = [users[1], users[900]]
  const of = (name: string, values: unknown[]) => values.map(value => `${name}=${encodeURIComponent(String(value))}`)
  const range = (from: number, to: number) => `start_timestamp=${now - from}&end_timestamp=${now - to}`
  return {
    type: of('type', [2, 5, 1]),
    channel: of('channel', [channels[0], channels[33]]),
    username: of('username', [many?.username, few?.username, 'nobody']),
    token: of('token_name', [many?.tokens[0]?.name, few?.tokens.at(-1)?.name, 'no-such-token']),
    model: of('model_name', [MODELS[0], MODELS.at(-1), 'no-such-model']),
    pattern: of('model_name', ['%mini%', 'mistral%08%', '%nothing%']),
    group: of('group', ['default', 'svip', 'none']),
    request: of('request_id', [requestId, 'no-such-request']),
    error: of('error_code', ['%', 'invalid_request', 'no_such_error']),
    time: [range(30 * DAY, 0), range(40 * DAY, 40 * DAY - HOUR)],
  }
}

/** Pages, filters and pairs of them, statistics, every call of the dashboard, the start of an export. */
export function questionsOf(asked: Asked): Question[] {
  const filters = Object.entries(filtersOf(asked))
  const singles = filters.flatMap(([name, values]) => values.map(query => ({ name: `${name} ${query}`, query })))
  const pairs = filters.flatMap(([one, ones], at) =>
    filters.slice(at + 1).flatMap(([other, others]) => {
      // Both filter by model: one exactly, the other by a pattern.
      if (one === 'model' && other === 'pattern') return []
      return [
        [ones[0], others[1]],
        [ones[1], others[0]],
        [ones.at(-1), others.at(-1)],
      ].map(([first, second]) => ({ name: `${first} ${second}`, query: `${first}&${second}` }))
    }),
  )
  const last = Math.ceil(asked.total / PAGE_SIZE)
  const log = (kind: string, { name, query }: { name: string; query: string }) => ({
    kind,
    name,
    path: `/api/log/?page_size=${PAGE_SIZE}&${query}`,
  })
  const stat = (kind: string, { name, query }: { name: string; query: string }) => ({
    kind,
    name,
    path: `/api/log/stat?${query}`,
  })
  return [
    ...[1, DEEP, last >> 1, last].map(page => log(pageKind(page, last), { name: `page ${page}`, query: `p=${page}` })),
    ...singles.map(single => log('log, one filter', single)),
    ...pairs.map(pair => log('log, two filters', pair)),
    ...singles.map(single => log('log, one filter, page 100', { ...single, query: `p=${DEEP}&${single.query}` })),
    stat('statistics', { name: 'all', query: '' }),
    ...singles.map(single => stat('statistics, one filter', single)),
    ...pairs.map(pair => stat('statistics, two filters', pair)),
    ...dashboard(asked),
    ...['csv', 'jsonl'].flatMap(format =>
      ['', ...singles.map(({ query }) => query)].map(query => ({
        kind: 'export, first bytes',
        name: `${format} ${query}`,
        path: `/api/log/export?format=${format}&${query}`,
        isStart: true,
      })),
    ),
  ]
}

const pageKind = (page: number, last: number) =>
  page === 1 ? 'log, first page' : page === last ? 'log, last page' : 'log, deep page'

function dashboard({ made: { users, channels }, now }: Asked): Question[] {
  const user = users[1]
  const whose = {
    everybody: '',
    user: `&username=${user?.username}`,
    token: `&token_id=${user?.tokens[0]?.id}`,
    channel: `&channel=${channels[0]}`,
    model: `&model_name=${MODELS[0]}`,
    group: '&group=svip',
    several: `&username=${users.slice(1, 9).map(({ username }) => username)}&model_name=${MODELS.slice(0, 5)}&channel=${channels.slice(0, 9)}`,
  }
  const ranges = { hour: [DAY, 31 * DAY], day: [7 * DAY, 90 * DAY], week: [90 * DAY] }
  const calls = {
    usage: '/api/dashboard/',
    flow: '/api/dashboard/flow',
    latency: '/api/dashboard/latency',
    unusual: '/api/dashboard/unusual',
  }
  const all = Object.entries(ranges).flatMap(([unit, lengths]) =>
    lengths.flatMap(length =>
      Object.entries(whose).flatMap(([who, filter]) => {
        const query = `unit=${unit}&start_timestamp=${now - length}&end_timestamp=${now}${filter}`
        const name = `${length / DAY} days by ${unit}, ${who}`
        return [
          ...Object.entries(calls).map(([call, path]) => ({
            kind: `dashboard, ${call}`,
            name,
            path: `${path}?${query}`,
          })),
          ...['user', 'token', 'channel'].map(by => ({
            kind: 'dashboard, shares',
            name: `${name}, by ${by}`,
            path: `/api/dashboard/shares?by=${by}&${query}`,
          })),
        ]
      }),
    ),
  )
  return [
    ...all,
    ...Object.entries(whose).flatMap(([who, filter]) => [
      { kind: 'dashboard, days', name: who, path: `/api/dashboard/days?${filter.slice(1)}` },
      { kind: 'dashboard, wallet', name: who, path: `/api/dashboard/wallet?${filter.slice(1)}` },
    ]),
    ...[1, 30].map(days => ({
      kind: 'dashboard, hourly',
      name: `${days} days`,
      path: `/api/data/?start_timestamp=${now - days * DAY}&end_timestamp=${now}`,
    })),
  ]
}
