import {
  ASSUMED,
  type Assumed,
  NOT_REPLAYED,
  type NotReplayed,
  type WhatIfResult,
  type WhatIfSum,
} from '@tollgate/contract'
import type { ChargedRow, Replayed } from './replay-row.ts'

type Sum = Omit<WhatIfSum, 'key' | 'name'>
type Row = WhatIfResult['rows'][number]
type RowNames = Pick<ChargedRow, 'id' | 'created_at' | 'model_name' | 'username'>

/** Further ones are summed in one line. */
const MOST_LISTED = 1_000
const MOST_ROWS = 100

/** What a process has summed. It travels as JSON. */
export interface PartOfSums {
  total: Sum
  models: [string, Sum][]
  users: [number, Sum][]
  groups: [string, Sum][]
  channels: [number, Sum][]
  usernames: [number, string][]
  notReplayed: [NotReplayed, { rows: number; booked: number }][]
  assumed: [Assumed, number][]
  differing: number
  rows: Row[]
}

/** Sums replayed rows. */
interface Sums {
  add(row: ChargedRow, replayed: Replayed | NotReplayed): void
  addPart(part: PartOfSums): void
  part(): PartOfSums
  /** @param channelNames names by id */
  result(channelNames: ReadonlyMap<number, string>): WhatIfResult
}

export function makeSums(): Sums {
  const total = newSum()
  const models = new Map<string, Sum>()
  const users = new Map<number, Sum>()
  const groups = new Map<string, Sum>()
  const channels = new Map<number, Sum>()
  const usernames = new Map<number, string>()
  const notReplayed = new Map<NotReplayed, { rows: number; booked: number }>()
  const assumed = new Map<Assumed, number>()
  const rows = greatestRows()
  let differing = 0

  function add(row: ChargedRow, replayed: Replayed | NotReplayed): void {
    if (typeof replayed === 'string') {
      addNotReplayed(replayed, { rows: 1, booked: row.quota })
      return
    }
    for (const sum of [
      total,
      sumOf(models, row.model_name),
      sumOf(users, row.user_id),
      sumOf(groups, row.group),
      sumOf(channels, row.channel_id),
    ])
      addTo(sum, replayed)
    usernames.set(row.user_id, row.username)
    if (replayed.assumed) addAssumed(replayed.assumed, 1)
    if (replayed.booked === replayed.quota) return
    differing += 1
    rows.offer(row, replayed)
  }

  function addNotReplayed(reason: NotReplayed, more: { rows: number; booked: number }): void {
    const known = notReplayed.get(reason) ?? { rows: 0, booked: 0 }
    notReplayed.set(reason, { rows: known.rows + more.rows, booked: known.booked + more.booked })
  }

  const addAssumed = (what: Assumed, more: number) => assumed.set(what, (assumed.get(what) ?? 0) + more)

  return {
    add,
    addPart(part) {
      addSum(total, part.total)
      for (const [key, sum] of part.models) addSum(sumOf(models, key), sum)
      for (const [key, sum] of part.users) addSum(sumOf(users, key), sum)
      for (const [key, sum] of part.groups) addSum(sumOf(groups, key), sum)
      for (const [key, sum] of part.channels) addSum(sumOf(channels, key), sum)
      for (const [id, name] of part.usernames) usernames.set(id, name)
      for (const [reason, more] of part.notReplayed) addNotReplayed(reason, more)
      for (const [what, more] of part.assumed) addAssumed(what, more)
      differing += part.differing
      for (const row of part.rows) rows.offer(row, row)
    },
    part: () => ({
      total,
      models: [...models],
      users: [...users],
      groups: [...groups],
      channels: [...channels],
      usernames: [...usernames],
      notReplayed: [...notReplayed],
      assumed: [...assumed],
      differing,
      rows: rows.list(),
    }),
    result: channelNames => ({
      total,
      models: listed(models, () => ''),
      users: listed(users, id => usernames.get(id) ?? ''),
      groups: listed(groups, () => ''),
      channels: listed(channels, id => channelNames.get(id) ?? ''),
      not_replayed: NOT_REPLAYED.flatMap(reason => {
        const known = notReplayed.get(reason)
        return known ? [{ reason, ...known }] : []
      }),
      assumed: ASSUMED.flatMap(what => {
        const rows = assumed.get(what)
        return rows ? [{ what, rows }] : []
      }),
      differing,
      rows: rows.list(),
    }),
  }
}

const newSum = (): Sum => ({ calls: 0, booked: 0, quota: 0, cost: 0, quota_with_cost: 0 })

function sumOf<Key>(sums: Map<Key, Sum>, key: Key): Sum {
  const known = sums.get(key)
  if (known) return known
  const sum = newSum()
  sums.set(key, sum)
  return sum
}

function addTo(sum: Sum, { booked, quota, cost }: Replayed): void {
  sum.calls += 1
  sum.booked += booked
  sum.quota += quota
  if (cost === null) return
  sum.cost += cost
  sum.quota_with_cost += quota
}

function addSum(sum: Sum, more: Sum): void {
  for (const name of Object.keys(sum) as (keyof Sum)[]) sum[name] += more[name]
}

const changeOf = ({ booked, quota }: { booked: number; quota: number }) => Math.abs(quota - booked)

function listed<Key>(sums: Map<Key, Sum>, nameOf: (key: Key) => string): WhatIfSum[] {
  const all = [...sums].map(([key, sum]) => ({ key: String(key), name: nameOf(key), ...sum }))
  all.sort((one, other) => changeOf(other) - changeOf(one) || other.booked - one.booked)
  const [shown, rest] = [all.slice(0, MOST_LISTED), all.slice(MOST_LISTED)]
  if (rest.length === 0) return shown
  const others = newSum()
  for (const sum of rest) addSum(others, sum)
  return [...shown, { key: '', name: '', ...others }]
}

/** Keeps the rows with the greatest change. */
function greatestRows() {
  let kept: Row[] = []
  let least = 0
  const cut = () => {
    kept = kept.sort((one, other) => changeOf(other) - changeOf(one)).slice(0, MOST_ROWS)
    if (kept.length === MOST_ROWS) least = changeOf(kept[MOST_ROWS - 1] as Row)
  }
  return {
    offer({ id, created_at, model_name, username }: RowNames, { booked, quota }: Pick<Row, 'booked' | 'quota'>): void {
      if (changeOf({ booked, quota }) <= least) return
      kept.push({ id, created_at, model_name, username, booked, quota })
      if (kept.length >= 2 * MOST_ROWS) cut()
    },
    list(): Row[] {
      cut()
      return kept
    },
  }
}
