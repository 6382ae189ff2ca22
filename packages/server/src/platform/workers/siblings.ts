import type { Link, MetricSnapshot } from './link.ts'

/** The other workers of this server, for code that asks them something. */
export interface Siblings {
  /** The number of this worker, from 0; a restarted worker keeps its number. */
  slot: number
  /** The answers of the others. A worker that is silent for a second is left out. */
  ask(): Promise<MetricSnapshot[]>
  onAsked(answer: () => Promise<MetricSnapshot>): void
}

/** For a server with one process. */
export const noSiblings: Siblings = { slot: 0, ask: async () => [], onAsked: () => undefined }

export function linkSiblings(link: Link, slot: number): Siblings {
  const pending = new Map<number, (snapshots: MetricSnapshot[]) => void>()
  let lastId = 0
  link.on('snapshots', ({ id, snapshots }) => {
    pending.get(id)?.(snapshots)
    pending.delete(id)
  })
  return {
    slot,
    ask: () =>
      new Promise(resolve => {
        const id = ++lastId
        pending.set(id, resolve)
        link.send('askSnapshots', id)
      }),
    onAsked(answer) {
      link.on('takeSnapshot', async id => {
        link.send('snapshot', { id, snapshot: await answer() })
      })
    },
  }
}

const PATIENCE_MS = 1_000

/** The supervisor's part: asks the other workers on behalf of one. */
export function passSnapshotsOn(asker: Link, others: () => Iterable<Link>): void {
  asker.on('askSnapshots', async id => {
    const snapshots = await Promise.all(Array.from(others(), other => snapshotOf(other)))
    asker.send('snapshots', { id, snapshots: snapshots.filter(snapshot => snapshot !== null) })
  })
}

let lastAsked = 0
const waiting = new Map<number, (snapshot: MetricSnapshot | null) => void>()

/** null: it did not answer in time. */
function snapshotOf(link: Link): Promise<MetricSnapshot | null> {
  const id = ++lastAsked
  return new Promise(resolve => {
    const settle = (snapshot: MetricSnapshot | null) => {
      clearTimeout(timer)
      waiting.delete(id)
      resolve(snapshot)
    }
    const timer = setTimeout(() => settle(null), PATIENCE_MS)
    waiting.set(id, settle)
    link.send('takeSnapshot', id)
  })
}

/** Processes a worker's answer. */
export const takeSnapshots = (worker: Link): void =>
  worker.on('snapshot', ({ id, snapshot }) => waiting.get(id)?.(snapshot))
