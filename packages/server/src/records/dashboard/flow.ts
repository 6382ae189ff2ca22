import type { Flow, FlowColumn, UsageSubject } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { groupsOf, namesOf, rangeOf, type UsageFilters } from './store.ts'
import { readFigures } from './sums/read-figures.ts'

/** How many nodes of a column keep their own name, by each measure. */
const NAMED = 10
const SUMS = ['count', 'quota'] as const

/** A sum of calls with its key in each column that it knows. */
type Stream = Partial<Record<FlowColumn, string | number>> & Record<(typeof SUMS)[number], number>

/**
 * Sums calls up on their way from callers to channels. The figures have no group: it is the token's, or else the user's,
 * as it is now. No sums are by model, channel and user at once, so each pair of adjacent columns is summed up by itself.
 */
export async function readFlow(db: Db, filters: UsageFilters, { isOwn = false } = {}): Promise<Flow> {
  const range = rangeOf(filters)
  const columns = columnsOf(filters, isOwn)
  const [, , third, fourth] = columns
  const read = <By extends 'user' | 'token' | 'model' | 'channel'>(by: readonly By[]) =>
    readFigures(db, { which: filters, parts: [{ place: 0, ...range }], by, sums: SUMS })
  const [callers, ends] = await Promise.all([
    read(['user', 'token', third] as const),
    fourth ? read([third, fourth] as const) : [],
  ])
  const pairs = [await withGroups(db, callers), ends.filter(({ count }) => count > 0)] as [Stream[], Stream[]]
  const folded = columns.map((by, place) => fold(pairs[place < 3 ? 0 : 1], by))
  return {
    ...range,
    columns: await Promise.all(columns.map((by, place) => named(db, by, folded[place]?.nodes ?? []))),
    links: folded.slice(1).map((to, place) => linksOf(pairs[place < 2 ? 0 : 1], folded[place] ?? to, to)),
  }
}

type End = 'model' | 'channel'
type Columns = readonly ['user' | 'token', 'group', End] | readonly ['user', 'group', End, End]

/** Sums of one channel are not by model and user, so its models come after it. */
function columnsOf({ channel }: UsageFilters, isOwn: boolean): Columns {
  if (isOwn) return ['token', 'group', 'model']
  return channel ? ['user', 'group', 'channel', 'model'] : ['user', 'group', 'model', 'channel']
}

async function withGroups(db: Db, callers: readonly (Stream & { user: number; token: number })[]): Promise<Stream[]> {
  const charged = callers.filter(({ count }) => count > 0)
  const distinct = (name: 'user' | 'token') => [...new Set(charged.map(caller => caller[name]))]
  const [users, tokens] = await Promise.all([
    groupsOf(db, 'users', distinct('user')),
    groupsOf(db, 'tokens', distinct('token')),
  ])
  return charged.map(caller => ({ ...caller, group: tokens.get(caller.token) ?? users.get(caller.user) ?? '' }))
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
  placeOf(key: string | number): number
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
  return { by, nodes: shown, placeOf: key => places.get(key) ?? shown.length - 1 }
}

function linksOf(streams: readonly Stream[], from: Folded, to: Folded): Flow['links'][number] {
  const links = new Map<number, Flow['links'][number][number]>()
  for (const stream of streams) {
    const [start, end] = [from.placeOf(stream[from.by] ?? ''), to.placeOf(stream[to.by] ?? '')]
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
