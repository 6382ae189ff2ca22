import type { NewLogRow } from '../../platform/storage/schema.ts'
import { DatabaseUnavailable, isTransient } from '../../platform/storage/transient-errors.ts'
import { type AccountBusy, asAccountBusy } from './account-busy.ts'
import { deadNodes } from './dead-nodes.ts'
import { collectAll } from './debts.ts'
import { makeIntervals } from './intervals.ts'
import { leaseStore, NodeGivenUp } from './lease-store.ts'
import { type Leases, openLeases } from './leases.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { nodeStore } from './node.ts'

export interface LedgerTimings {
  /** How often a node renews its heartbeat. It is given up after three missed ones. */
  heartbeatMs: number
  /** How long a client waits for an unreachable database. */
  requestPatienceMs: number
}

/** This process as one of the nodes that share the database, and its leases. */
export interface Membership {
  leases: Leases
  /** The current id. A node that was given up continues under another one. */
  node(): string
  /** Whether the database answered so recently that no node can have given this one up. */
  isTrusted(): boolean
  /** Notes that the database accepted this node's group, sent at that time of the monotonic clock. */
  heard(node: string, sentAt: number): void
  /** Checks that this node is alive, and rejoins if it was given up. */
  check(): Promise<void>
  /** Rejoins under another id, without any leases, unless this id was entered only after `askedAt` of the monotonic clock. */
  rejoin(givenUp: string, askedAt: number): Promise<void>
  /**
   * Retries what fails because of the database for `patienceMs`, not counting time during which this process was frozen. An
   * attempt still running then must not decide anything, as `isOver` tells it.
   *
   * @throws DatabaseUnavailable after that; AccountBusy if the last failure concerned only an account
   */
  patiently<Result>(patienceMs: number, act: (isOver: () => boolean) => Promise<Result>): Promise<Result>
  /** Starts to clean up after dead nodes. */
  begin(): Promise<void>
  /** Must be called when other nodes join this lone one. */
  share(): Promise<void>
  leave(): Promise<void>
}

interface Hooks {
  record(rows: NewLogRow[]): Promise<unknown>
  /** Called with the new id. */
  onGivenUp(node: string): void
}

/** With this, a dead node is given up and its leases return within eight heartbeats, or 15 seconds. */
export const HEARTBEAT_MS = 1_800
/** A node is dead after this many missed heartbeats. */
export const SILENT_BEATS = 3
/** How often to check for recalls and debts that no message announced. */
const RECALLS_MS = 1_000
const RECALL_PATIENCE_MS = 2_500
const IDLE_BEATS = 33
/** How long the database's last answer is trusted; after that, a call checks again. */
const TRUSTED_MS = 250
const TICK_MS = 50
const LAST_PAUSE_TICKS = 20

export async function joinNodes(deps: LedgerDeps, timings: Partial<LedgerTimings>, hooks: Hooks): Promise<Membership> {
  const { storage, bus, log, now, isOnlyNode } = deps
  const { heartbeatMs = HEARTBEAT_MS } = timings
  const nodes = nodeStore(storage.ledger, storage.kind)
  let node = crypto.randomUUID()
  let heardAt = 0
  /** When this id was entered. */
  let enteredAt = 0
  let hadNeighbours = false
  let beating: Promise<void> | null = null
  let rejoining: Promise<void> | null = null
  let isJoining = false
  let hasLeft = false
  let isShared = !isOnlyNode
  const { every, stop } = makeIntervals(log)

  const leases = openLeases({
    store: leaseStore(storage.ledger, storage.kind, now, SILENT_BEATS * heartbeatMs),
    node: () => node,
    bus,
    log,
    timings: { idleMs: IDLE_BEATS * heartbeatMs, recallPatienceMs: RECALL_PATIENCE_MS },
  })
  const dead = deadNodes(
    { storage, nodes, node: () => node, log, now, record: hooks.record },
    SILENT_BEATS * heartbeatMs,
  )

  /** Counts from when it was sent, because the answer may have waited while this process was frozen. */
  function heard(by: string, sentAt: number): void {
    if (by === node) heardAt = Math.max(heardAt, sentAt)
  }

  async function beat(): Promise<void> {
    const before = node
    const beganAt = performance.now()
    try {
      await nodes.beat(before)
      heard(before, beganAt)
    } catch (error) {
      if (!(error instanceof NodeGivenUp)) throw error
      if (hasLeft) return
      await rejoin(before, beganAt)
    }
  }

  function beatOnce(): Promise<void> {
    beating ??= beat().finally(() => {
      beating = null
    })
    return beating
  }

  function rejoin(givenUp: string, askedAt: number): Promise<void> {
    // The database does not know an id before it is entered, and its answer may come later.
    if (givenUp === node && !isJoining && askedAt >= enteredAt) {
      node = crypto.randomUUID()
      heardAt = 0
      leases.loseAll()
      hooks.onGivenUp(node)
      log.warn({ node: givenUp }, 'this node was silent for too long and was given up; it is rejoining')
      rejoining = joinAgain()
    }
    return rejoining ?? Promise.resolve()
  }

  async function joinAgain(): Promise<void> {
    isJoining = true
    try {
      while (!hasLeft)
        try {
          const beganAt = performance.now()
          await nodes.join(node)
          enteredAt = performance.now()
          return heard(node, beganAt)
        } catch (error) {
          if (!isTransient(error)) throw error
          await Bun.sleep(TICK_MS)
        }
    } finally {
      isJoining = false
      rejoining = null
    }
  }

  async function patiently<Result>(
    patienceMs: number,
    act: (isOver: () => boolean) => Promise<Result>,
  ): Promise<Result> {
    let ticks = Math.ceil(patienceMs / TICK_MS)
    const isOver = () => ticks <= 0
    let busy: AccountBusy | null = null
    const { promise: over, reject } = Promise.withResolvers<never>()
    over.catch(() => undefined)
    const timer = setInterval(() => {
      ticks -= 1
      if (isOver()) reject(busy ?? new DatabaseUnavailable('the database could not be reached in time'))
    }, TICK_MS)
    try {
      for (let pause = 1; ; pause = Math.min(pause * 2, LAST_PAUSE_TICKS)) {
        const beganAt = performance.now()
        const error = await Promise.race([
          act(isOver).then(
            value => ({ value }),
            error => ({ error }),
          ),
          over,
        ])
        if ('value' in error) return error.value
        busy = asAccountBusy(error.error)
        if (error.error instanceof NodeGivenUp) await Promise.race([rejoin(error.error.node, beganAt), over])
        else if (!isTransient(error.error)) throw error.error
        else await Promise.race([Bun.sleep(pause * TICK_MS), over])
      }
    } finally {
      clearInterval(timer)
    }
  }

  /**
   * Makes a lone node give back the whole balances that it leased when others join, which could not wait for a dead node.
   */
  async function look(): Promise<void> {
    const hasNeighbours = await dead.look()
    if (hasNeighbours && !hadNeighbours) await leases.returnAll()
    hadNeighbours = hasNeighbours
  }

  /** Collects debts that this node does not know of, from money that may have come back. */
  async function collectDebts(): Promise<void> {
    await leases.answerDebts()
    await collectAll(storage.ledger, now())
  }

  function lookAfterOthers(): void {
    every(heartbeatMs, 'could not look for dead nodes', look)
    every(Math.min(RECALLS_MS, heartbeatMs), 'could not look for recalled leases', leases.answerRecalls)
  }

  const joinedAt = performance.now()
  await nodes.join(node)
  heard(node, joinedAt)
  return {
    leases,
    node: () => node,
    isTrusted: () => performance.now() - heardAt < TRUSTED_MS,
    heard,
    async check() {
      if (rejoining) await rejoining
      await beatOnce()
    },
    rejoin,
    patiently,
    async begin() {
      if (isOnlyNode) await dead.giveUpAll()
      else await look()
      every(Math.min(RECALLS_MS, heartbeatMs), 'debts were not collected', collectDebts)
      every(heartbeatMs, 'the node could not renew its heartbeat', beatOnce)
      every(IDLE_BEATS * heartbeatMs, 'unused leases were not returned', leases.returnIdle)
      if (isShared) lookAfterOthers()
    },
    async share() {
      if (isShared) return
      isShared = true
      lookAfterOthers()
      await leases.returnAll()
    },
    async leave() {
      hasLeft = true
      stop()
      try {
        await leases.returnAll()
        await nodes.leave(node)
      } catch (error) {
        log.warn({ err: error }, 'leases could not be returned and are left to other nodes')
      }
    },
  }
}
