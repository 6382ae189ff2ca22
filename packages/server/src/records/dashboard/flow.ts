import type { Flow, FlowColumn, UsageSubject } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { groupsOf, namesOf, rangeOf, type UsageFilters } from './store.ts'
import type { FigureSum } from './sums/answers.ts'
import type { Which } from './sums/conditions.ts'
import { readFigures } from './sums/read-figures.ts'

/** How many nodes of a column keep their own name, by each measure. */
const NAMED = 10
const SUMS = ['count', 'quota'] as const

/** A sum of calls with its key in each column that it knows. */
type Stream = Partial<Record<FlowColumn, string | number>> & Record<(typeof SUMS)[number], number>

/** The columns in their order, and for each two adjacent ones what flows between them. */
interface Streams {
  columns: readonly FlowColumn[]
  between: readonly (readonly Stream[])[]
}

/**
 * Sums calls up on their way from callers to channels. The figures have no group: it is the token's, or else the user's,
 * as it is now. No sums are by model, channel and user at once, so the order of the columns depends on the filters: each
 * two adjacent ones are summed up together.
 */
export async function readFlow(db: Db, filters: UsageFilters, { isOwn = false } = {}): Promise<Flow> {
  const range = rangeOf(filters)
  const read: Read = async (by, which = {}) => {
    const parts = [{ place: 0, ...range }]
    const sums = await readFigures(db, { which: { ...filters, ...which }, parts, by, sums: SUMS })
    return sums.filter(({ count }) => count > 0)
  }
  const { columns, between } = await streamsOf(db, filters, { isOwn, read })
  const folded = columns.map((by, place) => fold(between[Math.max(place - 1, 0)] ?? [], by))
  return {
    ...range,
    columns: await Promise.all(folded.map(({ by, nodes }) => named(db, by, nodes))),
    links: between.map((streams, place) => linksOf(streams, folded[place], folded[place + 1])),
  }
}

type By = 'user' | 'token' | 'model' | 'channel'
type Read = <Names extends By>(by: readonly Names[], which?: Which) => Promise<FigureSum<Names, 'count' | 'quota'>[]>

async function streamsOf(
  db: Db,
  { channel, username, token_id }: UsageFilters,
  { isOwn, read }: { isOwn: boolean; read: Read },
): Promise<Streams> {
  if (isOwn) {
    const calls = await withGroups(db, await read(['user', 'token', 'model']))
    return { columns: ['token', 'group', 'model'], between: [calls, calls] }
  }
  if (channel) {
    const [calls, models] = await Promise.all([read(['user', 'token', 'channel']), read(['channel', 'model'])])
    const callers = await withGroups(db, calls)
    return { columns: ['group', 'user', 'channel', 'model'], between: [callers, callers, models] }
  }
  if (username || token_id) {
    const [calls, channels] = await Promise.all([read(['user', 'token', 'model']), read(['user', 'channel'])])
    const callers = await withGroups(db, calls)
    return { columns: ['group', 'model', 'user', 'channel'], between: [callers, callers, channels] }
  }
  const callers = await withGroups(db, await read(['user', 'token']))
  // One after the other, so that the models never have fewer calls than the users.
  const largest = fold(callers, 'user').nodes.filter(({ others }) => others === 0)
  const ofLargest = await read(['user', 'model'], { userIds: largest.map(({ key }) => Number(key)) })
  const channels = await read(['model', 'channel'])
  return {
    columns: ['group', 'user', 'model', 'channel'],
    between: [callers, [...ofLargest, ...remainder(channels, ofLargest)], channels],
  }
}

/** What the other users called, by model: there are too many of them to read each. */
function remainder(all: readonly Stream[], ofLargest: readonly Stream[]): Stream[] {
  const left = new Map<string | number, Stream>()
  const add = (streams: readonly Stream[], sign: 1 | -1) => {
    for (const { model = '', count, quota } of streams) {
      const sum = left.get(model) ?? { model, count: 0, quota: 0 }
      left.set(model, { model, count: sum.count + sign * count, quota: sum.quota + sign * quota })
    }
  }
  add(all, 1)
  add(ofLargest, -1)
  return [...left.values()].filter(({ count }) => count > 0)
}

async function withGroups(db: Db, callers: readonly (Stream & { user: number; token: number })[]): Promise<Stream[]> {
  const distinct = (name: 'user' | 'token') => [...new Set(callers.map(caller => caller[name]))]
  const [users, tokens] = await Promise.all([
    groupsOf(db, 'users', distinct('user')),
    groupsOf(db, 'tokens', distinct('token')),
  ])
  return callers.map(caller => ({ ...caller, group: tokens.get(caller.token) ?? users.get(caller.user) ?? '' }))
}

interface Node {
  key: string | number
  count: number
  quota: number
  others: number
}

interface Folded {
  by: FlowColumn
  nodes: Node[]
  /** The one of all others for keys without a node. */
  placeOf(key: string | number | undefined): number
}

/** The nodes of a column; all but the largest become one. */
function fold(streams: readonly Stream[], by: FlowColumn): Folded {
  const nodes = new Map<string | number, Node>()
  for (const { [by]: key = '', count, quota } of streams) {
    const node = nodes.get(key)
    if (node) {
      node.count += count
      node.quota += quota
    } else nodes.set(key, { key, count, quota, others: 0 })
  }
  const most = (measure: (typeof SUMS)[number]) =>
    [...nodes.values()]
      .sort((one, other) => other[measure] - one[measure] || other.count - one.count || (one.key < other.key ? -1 : 1))
      .slice(0, NAMED)
  const largest = new Set([...most('quota'), ...most('count')])
  const shown = [...largest].sort((one, other) => other.quota - one.quota)
  const rest = [...nodes.values()].filter(node => !largest.has(node))
  const places = new Map(shown.map(({ key }, place) => [key, place]))
  if (rest.length > 0)
    shown.push({
      key: '',
      count: rest.reduce((sum, { count }) => sum + count, 0),
      quota: rest.reduce((sum, { quota }) => sum + quota, 0),
      others: rest.length,
    })
  return { by, nodes: shown, placeOf: key => (key === undefined ? undefined : places.get(key)) ?? shown.length - 1 }
}

function linksOf(streams: readonly Stream[], from?: Folded, to?: Folded): Flow['links'][number] {
  if (!from || !to) return []
  const links = new Map<number, Flow['links'][number][number]>()
  for (const stream of streams) {
    const [start, end] = [from.placeOf(stream[from.by]), to.placeOf(stream[to.by])]
    const at = start * to.nodes.length + end
    const link = links.get(at) ?? [start, end, 0, 0]
    links.set(at, [start, end, link[2] + stream.count, link[3] + stream.quota])
  }
  return [...links].sort(([one], [other]) => one - other).map(([, link]) => link)
}

async function named(db: Db, by: FlowColumn, nodes: readonly Node[]): Promise<Flow['columns'][number]> {
  const hasId = by !== 'group' && by !== 'model'
  const ids = hasId ? nodes.filter(({ others }) => others === 0).map(({ key }) => Number(key)) : []
  const names = hasId ? await namesOf(db, by as UsageSubject, ids) : new Map<number, string>()
  return {
    by,
    nodes: nodes.map(({ key, count, quota, others }) => {
      const id = hasId && others === 0 ? Number(key) : 0
      return { id, name: hasId ? (names.get(id) ?? '') : String(key), requests: count, quota, others }
    }),
  }
}
