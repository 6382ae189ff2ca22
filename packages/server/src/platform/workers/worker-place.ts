import { type Link, makeLink, type Parcel } from './link.ts'

/** What a worker process knows about its server. */
export interface WorkerPlace {
  link: Link
  /** How many workers share the port and the limits of the whole server. */
  workers: number
  /** When the server started, in Unix seconds; the same for a restarted worker. */
  startedAt: number
  /** The number of this worker, from 0. */
  slot: number
  /** The number of sockets it listens on. */
  listeners: number
}

/** Set only in the environment of workers, by the supervisor: when the server started. */
export const WORKER_MARK = 'TOLLGATE_WORKER_SINCE'
/** Likewise: the number of this worker. */
export const SLOT_MARK = 'TOLLGATE_WORKER_SLOT'
/** Likewise: the number of sockets it listens on. */
export const LISTENERS_MARK = 'TOLLGATE_WORKER_LISTENERS'

/** Returns this process's place among the workers; null if no supervisor started it. */
export function readWorkerPlace(workers: number): WorkerPlace | null {
  const since = Number(process.env[WORKER_MARK])
  const send = process.send?.bind(process)
  if (!since || !send) return null
  const link = makeLink(parcel => {
    try {
      send(parcel)
    } catch {
      // The supervisor is gone; its end is noticed below.
    }
  })
  process.on('message', parcel => link.receive(parcel as Parcel))
  // Without the supervisor nothing can be charged, and its successor needs the port.
  process.on('disconnect', () => process.exit(1))
  const [slot, listeners] = [Number(process.env[SLOT_MARK]), Number(process.env[LISTENERS_MARK])]
  return { link, workers, startedAt: since, slot, listeners }
}
