import { statfs } from 'node:fs/promises'
import { withinPatience } from './probe.ts'

/** A node, from its row. */
export interface SeenNode {
  id: string
  /** Time since its last heartbeat, by the database's clock. */
  silentMs: number
  /** Unused quota it has leased from users' balances. */
  held: number
}

/** The state of this process and its dependencies, as of the last check. */
export interface ServerState {
  databaseUp: boolean
  /** True while the database is away, because that is reported separately. */
  databaseWritable: boolean
  ledgerInTrouble: boolean
  /** The database itself says that its disk is full, wherever that is. */
  databaseFull: boolean
  draining: boolean
  /** null: there is no Redis. */
  redisUp: boolean | null
  /** Free space of the disk with the data folder, in percent; null: unknown. */
  diskFreePercent: number | null
  /** Nodes that were silent at two checks in a row, and what they hold. */
  lostNodes: readonly SeenNode[]
  /** Whether this living node reports for all. */
  isSpeaker: boolean
}

interface Deps {
  askDatabase(): Promise<unknown>
  /** Rejects if the database accepts no writes. */
  tryToWrite(): Promise<unknown>
  readNodes(): Promise<SeenNode[]>
  ownNode(): string
  isLedgerInTrouble(): boolean
  /** Whether a charge failed because the database has no room. */
  isDatabaseFull(): boolean
  isDraining(): boolean
  redisUp(): boolean | null
  dataFolder: string
  /** Monotonic milliseconds. */
  time(): number
}

/** A heartbeat and a half, so that one late heartbeat is not a loss. */
const SILENT_MS = 8_000
/** The time between two checks that confirm a silence: the node may have waited for the database as this one did. */
const SURE_MS = 2_500
/** How long a node counts as lost after it was given up, when its row is gone. */
const FORGOTTEN_MS = 60_000

const READ_ONLY = /^(25006|SQLITE_READONLY|SQLITE_FULL|53100)/

/** Checks everything a process needs, even while the database is away. `look` never throws. */
export function watchState({ askDatabase, tryToWrite, readNodes, ownNode, dataFolder, time, ...own }: Deps) {
  const suspects = new Map<string, { node: SeenNode; since: number; seenAt: number; isLost: boolean }>()
  const state = {
    databaseUp: true,
    databaseWritable: true,
    diskFreePercent: null as number | null,
    isSpeaker: true,
  }

  async function lookAtNodes(): Promise<void> {
    const nodes = await readNodes()
    const now = time()
    for (const node of nodes) {
      if (node.silentMs < SILENT_MS) suspects.delete(node.id)
      else {
        const known = suspects.get(node.id)
        const since = known?.since ?? now
        suspects.set(node.id, { node, since, seenAt: now, isLost: known?.isLost || now - since >= SURE_MS })
      }
    }
    for (const [id, { seenAt, isLost }] of suspects)
      if (!nodes.some(node => node.id === id)) {
        // Another node gave it up meanwhile, so it was lost.
        if (now - seenAt >= FORGOTTEN_MS) suspects.delete(id)
        else if (!isLost) Object.assign(suspects.get(id) ?? {}, { isLost: true })
      }
    const living = nodes.filter(({ silentMs }) => silentMs < SILENT_MS).map(({ id }) => id)
    state.isSpeaker = living.every(id => id >= ownNode())
  }

  async function lookAtDisk(): Promise<void> {
    const { bavail, blocks } = await statfs(dataFolder)
    state.diskFreePercent = blocks > 0 ? (bavail * 100) / blocks : null
  }

  return {
    async look(): Promise<void> {
      await lookAtDisk().catch(() => undefined)
      state.databaseUp = await withinPatience(askDatabase())
      if (!state.databaseUp) return
      const writing = tryToWrite().then(
        () => true,
        error => !READ_ONLY.test(String(error?.code ?? '')),
      )
      state.databaseWritable = (await withinPatience(writing)) ? await writing : true
      const reading = lookAtNodes().catch(() => undefined)
      await withinPatience(reading)
    },
    state(): ServerState {
      const lost = [...suspects.values()].filter(({ isLost }) => isLost).map(({ node }) => node)
      return {
        ...state,
        ledgerInTrouble: own.isLedgerInTrouble(),
        databaseFull: own.isDatabaseFull(),
        draining: own.isDraining(),
        redisUp: own.redisUp(),
        lostNodes: lost,
      }
    },
  }
}
