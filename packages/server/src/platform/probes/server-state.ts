import { statfs } from 'node:fs/promises'
import { withinPatience } from './probe.ts'

/** A node as its row shows it. */
export interface SeenNode {
  id: string
  /** Since its last heartbeat, by the database's clock. */
  silentMs: number
  /** What it has leased of users' balances and not used up. */
  held: number
}

/** How this process finds itself and what it depends on, as it last looked. */
export interface ServerState {
  databaseUp: boolean
  /** A database that is away counts as writable: that it is away says enough. */
  databaseWritable: boolean
  ledgerInTrouble: boolean
  draining: boolean
  /** Null: there is no Redis. */
  redisUp: boolean | null
  /** Of the disk with the data folder, in percent; null: unknown. */
  diskFreePercent: number | null
  /** Nodes that were silent at two looks in a row, and what they hold. */
  lostNodes: readonly SeenNode[]
  /** Whether this is the living node that speaks for all. */
  isSpeaker: boolean
}

interface Deps {
  askDatabase(): Promise<unknown>
  /** Rejects where the database takes no writes. */
  tryToWrite(): Promise<unknown>
  readNodes(): Promise<SeenNode[]>
  ownNode(): string
  isLedgerInTrouble(): boolean
  isDraining(): boolean
  redisUp(): boolean | null
  dataFolder: string
  /** Milliseconds that only grow. */
  time(): number
}

/** A heartbeat and a half: one that came late is no loss. */
const SILENT_MS = 8_000
/** So far apart are two looks that make sure: the node may have waited for the database as this one did. */
const SURE_MS = 2_500
/** A node that was given up has no row any more; so long it counts as lost all the same. */
const FORGOTTEN_MS = 60_000

const READ_ONLY = /^(25006|SQLITE_READONLY|SQLITE_FULL|53100)/

/** Looks after what a process needs, without a database where that is away. `look` throws nothing. */
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
        // Given up by another node meanwhile: then it was lost.
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
        draining: own.isDraining(),
        redisUp: own.redisUp(),
        lostNodes: lost,
      }
    },
  }
}
