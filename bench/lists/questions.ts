import { LIST_SORTS, type ListName } from '../../packages/contract/src/index.ts'
import type { Question } from '../rows/questions.ts'

export interface Asked {
  /** The number of rows in each list. */
  totals: Record<ListName, number>
  /** A charged call's id. */
  requestId: string
  /** In unix seconds. */
  now: number
}

const PAGE_SIZE = 100
const DAY = 86_400

interface List {
  path: string
  /** Queries of single filters: with many rows, with few, with none. */
  filters(asked: Asked): string[]
}

const LISTS: Record<ListName, List> = {
  channels: {
    path: '/api/channel/?hours=true',
    filters: () => [
      ...['keyword=made-channel-7', 'keyword=nothing', 'group=vip', 'group=default,svip', 'model=model-7'],
      ...['tag=tag-3,tag-5', 'status=2,3', 'type=14,24', 'health=idle', 'health=failing,resting', 'tag_mode=true'],
      'health=under_cost',
    ],
  },
  users: {
    path: '/api/user/?',
    filters: () => ['keyword=made-user-49', 'keyword=nothing', 'keyword=77', 'group=svip,vip', 'role=10', 'status=2,0'],
  },
  tokens: { path: '/api/token/?', filters: () => ['keyword=own%2042', 'group=vip,svip', 'status=2,3', 'status=1'] },
  logs: {
    path: '/api/log/?',
    filters: ({ requestId, now }) => [
      ...['type=2', 'type=5,1', 'channel=7', 'channel=7,14,21', 'username=made-user-1', 'username=made-user-40000'],
      ...['username=made-user-1,made-user-7', 'token_name=work-2', 'model_name=gpt-5,claude-opus-4-1', 'group=svip'],
      ...['model_name=%25mini%25', 'error_code=%25', 'error_code=invalid_request', `request_id=${requestId}`],
      `start_timestamp=${now - 30 * DAY}&end_timestamp=${now - 20 * DAY}`,
    ],
  },
  redemptions: {
    path: '/api/redemption/?',
    filters: () => ['keyword=batch%207', 'keyword=nothing', 'status=1', 'status=2,3'],
  },
  orders: {
    path: '/api/order/?',
    filters: ({ now }) => [
      ...['keyword=made-user-49', 'keyword=made-4', 'keyword=777', 'status=success', 'status=expired,refunded'],
      ...['payment_method=stripe,wx', `start_timestamp=${now - 30 * DAY}&end_timestamp=${now - 20 * DAY}`],
    ],
  },
  tasks: {
    path: '/api/task/?',
    filters: ({ now }) => [
      ...['task_id=made-77', 'platform=suno', 'action=MUSIC,LYRICS', 'status=FAILURE', 'status=IN_PROGRESS,NONE'],
      ...['channel_id=77', `start_timestamp=${now - 30 * DAY}&end_timestamp=${now - 20 * DAY}`],
    ],
  },
  drawings: {
    path: '/api/mj/?',
    filters: ({ now }) => [
      ...['mj_id=made-77', 'channel_id=77'],
      `start_timestamp=${(now - 30 * DAY) * 1_000}&end_timestamp=${(now - 20 * DAY) * 1_000}`,
    ],
  },
}

/** Every list's pages, sorts in both directions, filters, and filters with a sort. */
export function questionsOf(asked: Asked): Question[] {
  return Object.entries(LISTS).flatMap(([name, { path, filters }]) => {
    const list = name as ListName
    const ask = (kind: string, query: string): Question => ({
      kind: `${list}, ${kind}`,
      name: query,
      path: `${path}&page_size=${PAGE_SIZE}&${query}`,
    })
    const last = Math.max(1, Math.floor(asked.totals[list] / PAGE_SIZE))
    const sorts = LIST_SORTS[list].flatMap(column => [`sort=${column}`, `sort=-${column}`])
    const singles = filters(asked)
    return [
      ask('first page', ''),
      ...[last >> 1, last].map(page => ask('deep page', `p=${page}`)),
      ...sorts.map(sort => ask('sorted', sort)),
      ...sorts.map(sort => ask('sorted, deep page', `${sort}&p=${Math.min(100, last >> 1)}`)),
      ...singles.map(filter => ask('filtered', filter)),
      ...singles.flatMap(filter => sorts.slice(-2).map(sort => ask('filtered and sorted', `${filter}&${sort}`))),
    ]
  })
}
