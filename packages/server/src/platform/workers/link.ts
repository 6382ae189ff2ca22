import type { Count, Counted } from '../counts/counts.ts'
import type { SqliteService } from '../storage/sqlite/service.ts'
import type { WireError } from '../storage/sqlite/wire.ts'
import type { ServerCard } from './upgrade/card.ts'

/** What a worker tells another, as JSON: its metrics, or lines of its log. */
export type Snapshot = readonly unknown[]

/** What one worker asks the others for. */
export interface Question {
  of: 'metrics' | 'log'
  about?: unknown
}

/** The messages between supervisor and workers, by kind; each end sends some kinds and listens to others. */
export interface LinkMessages {
  /** Between a server and its successor, both ways: a description of itself. */
  card: ServerCard
  /** Why it refuses, in a sentence for the operator. */
  refused: string
  /** To the running server: release the database, if it is a file. */
  takeOver: null
  /** To the new one: the database is free. */
  released: null
  /** Database calls continue, over this link if the database is a file. */
  hosted: null
  /** To the owner of the file: serve a server that finishes its calls. */
  guest: null
  /** To the old server: this many listeners of the new one wait for connections. */
  serving: number
  /** To the new one: it listens alone. */
  left: null
  /** To a worker: leave the port to other listeners. */
  stepAside: StepAside
  /** To the supervisor: it has left. */
  aside: null
  /** To a worker: end with the last connection. */
  finish: null
  /** To a worker: nobody else listens on the port any more. */
  spread: null
  /** To the supervisor: the worker is serving. */
  ready: null
  /** To the supervisor: why the worker cannot start, in a sentence for the operator. */
  failed: string
  /** To the worker: take no new calls, let the running ones end, then end. */
  stop: null
  /** To the worker: stop waiting for running calls. */
  hurry: null
  /** Both ways, to all other workers. */
  bus: { subject: string; payload: unknown }
  /** To the supervisor: count something together with the other workers. */
  count: { id: number; counts: readonly Count[] }
  /** To the worker. */
  counted: { id: number; counted: Counted }
  /** To the supervisor. */
  correct: { count: Pick<Count, 'key' | 'windowMs'>; slot: number; change: number }
  /** To the supervisor. */
  query: SqliteCall
  /** To the supervisor: nobody wants the reply to this call any more. */
  cancel: number
  /** To the worker. */
  result: SqliteReply
  /** To the supervisor: a worker asks the others. */
  askSnapshots: { id: number; question: Question }
  /** To the worker that asked. */
  snapshots: { id: number; snapshots: Snapshot[] }
  /** To the worker: send your own. */
  takeSnapshot: { id: number; question: Question }
  /** To the supervisor. */
  snapshot: { id: number; snapshot: Snapshot }
}

/** Listeners in the order in which they started to listen: old ones, then new ones. */
export interface StepAside {
  old: number
  next: number
  /** How many of the old ones are closed. */
  closed: number
}

export type SqliteCallName = Exclude<keyof SqliteService, 'close'>

/** A call of the supervisor's SQLite. */
export interface SqliteCall {
  id: number
  name: SqliteCallName
  given: readonly unknown[]
  /** Set if the call has limits, which are its last argument. */
  timeoutMs?: number
  /** Of those limits. */
  reader?: number | undefined
}

export interface SqliteReply {
  id: number
  value?: unknown
  error?: WireError
}

export type LinkKind = keyof LinkMessages
type Envelope = { [Kind in LinkKind]: readonly [Kind, LinkMessages[Kind]] }[LinkKind]
/** The messages of one turn of the event loop, sent together as JSON. */
export type Parcel = readonly Envelope[]

/**
 * One end of the channel between the supervisor and a worker. Messages arrive in order, unless the other end is gone.
 */
export interface Link {
  /** Never throws and never waits. */
  send<Kind extends LinkKind>(kind: Kind, message: LinkMessages[Kind]): void
  on<Kind extends LinkKind>(kind: Kind, listener: (message: LinkMessages[Kind]) => void): void
  /** Processes a parcel from the other end. */
  receive(parcel: Parcel): void
}

/** @param post hands a parcel to the operating system; never throws */
export function makeLink(post: (parcel: Parcel) => void): Link {
  const listeners = new Map<LinkKind, ((message: never) => void)[]>()
  let outgoing: Envelope[] = []

  function postAll(): void {
    const parcel = outgoing
    outgoing = []
    post(parcel)
  }

  return {
    send(kind, message) {
      if (outgoing.length === 0) queueMicrotask(postAll)
      outgoing.push([kind, message] as unknown as Envelope)
    },
    on(kind, listener) {
      listeners.set(kind, [...(listeners.get(kind) ?? []), listener])
    },
    receive(parcel) {
      for (const [kind, message] of parcel) for (const listener of listeners.get(kind) ?? []) listener(message as never)
    },
  }
}
