import { type Link, makeLink, type Parcel } from './link.ts'

/** What a worker process knows of the server it is a part of. */
export interface WorkerPlace {
  link: Link
  /** How many workers share the port, and with it the limits of the whole server. */
  workers: number
  /** When the server started, in Unix seconds: a worker that was started again is no newer. */
  startedAt: number
  /** Which of the workers it is, from 0. */
  slot: number
  /** On how many sockets it listens. */
  listeners: number
}

/** In the environment of workers only: when the server started. Set by the supervisor, never by operators. */
export const WORKER_MARK = 'TOLLGATE_WORKER_SINCE'
/** Likewise: which of the workers this is. */
export const SLOT_MARK = 'TOLLGATE_WORKER_SLOT'
/** Likewise: on how many sockets it listens. */
export const LISTENERS_MARK = 'TOLLGATE_WORKER_LISTENERS'

/** Returns this process's place among workers; null where no supervisor started it. */
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
  // Nothing can be charged without the supervisor, and the port must be free for the next one.
  process.on('disconnect', () => process.exit(1))
  const given = (mark: string, usual: number) => Number(process.env[mark] ?? usual)
  return { link, workers, startedAt: since, slot: given(SLOT_MARK, 0), listeners: given(LISTENERS_MARK, 1) }
}
