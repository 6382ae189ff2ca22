import { csvLine, type WhatIfResult, type WhatIfSum } from '@tollgate/contract'

const LISTS = ['models', 'users', 'groups', 'channels'] as const
const HEAD = ['part', 'key', 'name', 'calls', 'booked', 'quota', 'change', 'cost', 'quota_with_cost'] as const

/** Returns a result as CSV: a line for each model, user, group and channel, then differing and missing rows. Amounts are quota. */
export function whatIfCsv(result: WhatIfResult): string {
  const line = (part: string, { key, name, calls, booked, quota, cost, quota_with_cost }: WhatIfSum) =>
    csvLine([part, key, name, calls, booked, quota, quota - booked, cost, quota_with_cost])
  const { total, not_replayed, assumed, rows } = result
  return [
    csvLine(HEAD),
    line('total', { key: '', name: '', ...total }),
    ...LISTS.flatMap(list => result[list].map(sum => line(list.slice(0, -1), sum))),
    ...not_replayed.map(({ reason, rows, booked }) => csvLine(['not_replayed', reason, '', rows, booked])),
    ...assumed.map(({ what, rows }) => csvLine(['assumed', what, '', rows])),
    ...rows.map(({ id, model_name, booked, quota }) =>
      csvLine(['row', String(id), model_name, 1, booked, quota, quota - booked]),
    ),
  ].join('')
}
