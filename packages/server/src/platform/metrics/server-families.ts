import type { Metric } from 'prom-client'
import type { ServerState } from '../probes/server-state.ts'
import { family } from './family.ts'

type Read = (state: ServerState) => number | null

/** The state that server alerts are based on; null: not available here. */
const GAUGES: readonly [name: string, help: string, read: Read][] = [
  ['tollgate_database_up', 'Whether the database answers', ({ databaseUp }) => Number(databaseUp)],
  ['tollgate_database_writable', 'Whether it takes writes', ({ databaseWritable }) => Number(databaseWritable)],
  ['tollgate_redis_up', 'Whether Redis answers', ({ redisUp }) => (redisUp === null ? null : Number(redisUp))],
  [
    'tollgate_ready',
    'Whether this process can serve calls',
    ({ databaseUp, ledgerInTrouble, draining }) => Number(databaseUp && !ledgerInTrouble && !draining),
  ],
  ['tollgate_disk_free_percent', 'Of the disk with the data folder', ({ diskFreePercent }) => diskFreePercent],
  ['tollgate_lost_nodes', 'Nodes that are silent', ({ lostNodes }) => lostNodes.length],
  [
    'tollgate_lost_nodes_held_quota',
    'Quota of users that silent nodes hold',
    ({ lostNodes }) => lostNodes.reduce((sum, { held }) => sum + held, 0),
  ],
]

export const serverFamilies = (state: () => ServerState): Metric[] =>
  GAUGES.map(([name, help, read]) =>
    family({ name, help, type: 'gauge' }, () => {
      const value = read(state())
      return value === null ? [] : [{ labels: {}, value }]
    }),
  )
