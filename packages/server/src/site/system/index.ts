import { LOG_LEVELS, type LogLevel, type LogQuery, type ServerLine, type SystemNode } from '@tollgate/contract'
import { leasesOfNodes, seenNodes } from '../../money/ledger/index.ts'
import type { LogLine, LogRing } from '../../platform/process/log-ring.ts'
import type { Storage } from '../../platform/storage/db.ts'
import type { Siblings } from '../../platform/workers/siblings.ts'
import { type RedisState, redisState } from './redis-info.ts'
import type { VitalsWatch } from './vitals.ts'

/** The server as its operator looks at it. */
export interface System {
  nodes(): Promise<SystemNode[]>
  redis(): Promise<RedisState | null>
  /** Lines of the log of this server's workers, newest first. */
  log(query: LogQuery): Promise<ServerLine[]>
}

interface Deps {
  storage: Pick<Storage, 'ledger' | 'kind'>
  vitals: VitalsWatch
  ring: LogRing
  siblings: Siblings
  redisInfo(): Promise<string> | null
}

const MOST_LINES = 200
/** As pino numbers levels. */
const numberOf = (level: LogLevel): number => (LOG_LEVELS.indexOf(level) + 1) * 10

export function makeSystem({ storage, vitals, ring, siblings, redisInfo }: Deps): System {
  // What siblings ask is what this version's own code below asks.
  siblings.onAsked('log', async about => ring.find(about as Parameters<LogRing['find']>[0], siblings.slot))
  return {
    async nodes() {
      const [rows, leases, told] = await Promise.all([
        seenNodes(storage),
        leasesOfNodes(storage.ledger),
        vitals.processes(),
      ])
      return rows
        .map(({ id, silentMs, held }) => {
          const {
            node: _,
            at: _at,
            cpu: _cpu,
            memory: _memory,
            lag: _lag,
            ...known
          } = told.find(one => one.node === id) ?? {}
          return {
            id,
            silent_ms: Math.max(0, silentMs),
            leases: leases.get(id) ?? 0,
            held,
            told: 'vitals' in known ? (known as NonNullable<SystemNode['told']>) : null,
          }
        })
        .sort((one, other) => placeOf(one).localeCompare(placeOf(other), 'en', { numeric: true }))
    },

    redis: () => redisState(redisInfo),

    async log({ search, level, seconds, worker }) {
      const since = seconds > 0 ? Date.now() - seconds * 1000 : 0
      const query = { text: search, level: numberOf(level), since, most: MOST_LINES }
      const others = await siblings.ask({ of: 'log', about: query })
      const lines = [ring.find(query, siblings.slot), ...(others as LogLine[][])].flat()
      return lines
        .filter(line => worker === undefined || line.worker === worker)
        .sort((one, other) => other.at - one.at)
        .slice(0, MOST_LINES)
        .map(({ level: number, ...line }) => ({ ...line, level: levelOf(number) }))
    },
  }
}

const levelOf = (number: number): LogLevel => LOG_LEVELS[Math.floor(number / 10) - 1] ?? 'info'

/** Those that tell nothing of themselves come last. */
const placeOf = ({ id, told }: SystemNode): string => (told ? `0 ${told.server} ${told.worker}` : `1 ${id}`)
