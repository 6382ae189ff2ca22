import { sameCommand } from '../process/own-program.ts'
import { type Link, makeLink, type Parcel } from './link.ts'
import { LISTENERS_MARK, SLOT_MARK, WORKER_MARK } from './worker-place.ts'

/** A worker as its supervisor sees it. */
export interface WorkerProcess {
  readonly pid: number
  readonly link: Link
  readonly startedAt: number
  kill(): void
  /** How it ended, in words; set once it has. */
  ended: Promise<string>
}

export interface WorkerAssignment {
  port: number
  /** When the server started, in Unix seconds. */
  since: number
  slot: number
  /** The number of sockets it listens on. */
  listeners: number
}

/** Starts this program once more, as a worker. */
export function startWorkerProcess({ port, since, slot, listeners }: WorkerAssignment): WorkerProcess {
  const child = Bun.spawn(sameCommand(), {
    env: {
      ...process.env,
      PORT: String(port),
      [WORKER_MARK]: String(since),
      [SLOT_MARK]: String(slot),
      [LISTENERS_MARK]: String(listeners),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    // Cheaper than structured clones: a third of the CPU for a batch of statements.
    serialization: 'json',
    ipc: parcel => link.receive(parcel as Parcel),
  })
  const link = makeLink(parcel => {
    try {
      child.send(parcel)
    } catch {
      // It is gone; `ended` reports that.
    }
  })
  return {
    pid: child.pid,
    link,
    startedAt: performance.now(),
    kill: () => child.kill('SIGKILL'),
    ended: child.exited.then(() => (child.signalCode ? `by ${child.signalCode}` : `with exit code ${child.exitCode}`)),
  }
}
