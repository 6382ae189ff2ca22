import { join } from 'node:path'
import type { ListName } from '../../packages/contract/src/index.ts'
import { say } from '../../scripts/lib/script.mjs'
import { type DatabaseKind, newPlace, type Place, withSql } from '../lib/database.ts'
import { type Gateway, startGateway } from '../lib/gateway.ts'
import type { Stage } from '../lib/stage.ts'
import { rounded } from '../lib/table.ts'
import { fillLog } from '../rows/fill.ts'
import { makeOwners } from '../rows/make-owners.ts'
import { sumUp } from '../rows/sum-up.ts'
import { makeKeyed, SIZES, spreadLists } from './make-lists.ts'
import type { Asked } from './questions.ts'

const DAYS = 90

interface Order {
  kind: DatabaseKind
  /** Rows of the log. */
  rows: number
  /** Absent: a new database. */
  place: Place | undefined
}

/** Starts a gateway on a database with long lists, filled unless it is already. */
export async function filledGateway(stage: Stage, { kind, rows, place: given }: Order): Promise<Gateway> {
  const place = given ?? (await newPlace(stage, kind, join(stage.folder, 'lists')))
  const gateway = await startGateway(stage, { database: kind, place })
  const { total } = await gateway.operator.consoleCall<{ total: number }>('GET', '/api/order/')
  if (total > 0) return gateway
  const begun = performance.now()
  const took = () => rounded((performance.now() - begun) / 1_000)
  say('Making channels, codes and tokens …')
  await makeKeyed(gateway.operator)
  await gateway.stop()
  await withSql(place, async run => {
    const now = Math.floor(Date.now() / 1_000)
    say(`${took()} s; making users, orders and tasks …`)
    const made = await makeOwners(run, now, { users: SIZES.users, channels: 0 })
    await spreadLists(run, now)
    say(`${took()} s; filling the log with ${rounded(rows)} rows …`)
    await fillLog(run, { kind, made, rows, days: DAYS, now, isAlone: true })
    say(`${took()} s; summing up …`)
    await sumUp(place, Number((await run('select max(id) as n from logs'))[0]?.n))
    // Autovacuum would do this later.
    if (kind === 'postgres') await run('vacuum analyze')
  })
  say(`${took()} s.`)
  await gateway.restart()
  return gateway
}

const TABLES: Record<ListName, string> = {
  channels: 'channels',
  users: 'users',
  tokens: `tokens where name like 'own %'`,
  logs: 'logs',
  redemptions: 'redemptions',
  orders: 'top_ups',
  tasks: 'tasks',
  drawings: 'midjourneys',
}

/** What questions refer to. */
export const askedOf = (place: Place): Promise<Asked> =>
  withSql(place, async run => {
    const totals = {} as Asked['totals']
    for (const [list, table] of Object.entries(TABLES))
      totals[list as ListName] = Number((await run(`select count(*) as n from ${table}`))[0]?.n)
    const row = await run(`select request_id from logs where type = 2 and request_id <> '' order by id limit 1`)
    return { totals, requestId: String(row[0]?.request_id), now: Math.floor(Date.now() / 1_000) }
  })
