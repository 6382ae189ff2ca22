import type { Flow, FlowColumn, UsageSubject } from '@tollgate/contract'
import type { Db } from '../../platform/storage/db.ts'
import { atOneMoment } from '../../platform/storage/snapshot.ts'
import { namesOf, rangeOf, type UsageFilters } from './store.ts'
import { figuresIn } from './sums/read-figures.ts'

/** How many nodes of a column keep their own name, by each measure. */
const NAMED = 10
const SUMS = ['count', 'quota'] as const

/** A sum of calls with its key in each column that it knows. */
type Stream = Partial<Record<FlowColumn, string | number>> & Record<(typeof SUMS)[number], number>

const COLUMNS = {
  all: ['user', 'group', 'model', 'channel'],
  /** One's own, or a team's. */
  own: ['token', 'group', 'model'],
} as const satisfies Record<string, readonly FlowColumn[]>

/** Sums calls up on their way from callers to channels: for each two adjacent columns, as of one moment. */
export async function readFlow(db: Db, filters: UsageFilters, { isOwn = false } = {}): Promise<Flow> {
  const range = rangeOf(filters)
  const columns: readonly FlowColumn[] = COLUMNS[isOwn ? 'own' : 'all']
  const between = await atOneMoment(db, async db => {
    const streams: Stream[][] = []
    for (const [place, from] of columns.slice(0, -1).entries()) {
      const by = [from, columns[place + 1] ?? from]
      const sums = await figuresIn(db, { which: filters, parts: [{ place: 0, ...range }], by, sums: SUMS })
      streams.push(sums.filter(({ count }) => count > 0))
    }
    return streams
  })
  const folded = columns.map((by, place) => fold(between[Math.max(place - 1, 0)] ?? [], by))
  return {
    ...range,
    columns: await Promise.all(folded.map(({ by, nodes }) => named(db, by, nodes))),
    links: between.map((streams, place) => linksOf(streams, folded[place], folded[place + 1])),
  }
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

function linksOf(streams: readonly Stream[], from?: Folded, to?: Folded): Flow['links'][number] {
  if (!from || !to) return []
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
