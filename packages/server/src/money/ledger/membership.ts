import type { NewLogRow } from '../../platform/storage/schema.ts'
import { DatabaseUnavailable, isTransient } from '../../platform/storage/transient-errors.ts'
import { type AccountBusy, asAccountBusy } from './account-busy.ts'
import { deadNodes } from './dead-nodes.ts'
import { collectAll } from './debts.ts'
import { leaseStore, NodeGivenUp } from './lease-store.ts'
import { type Leases, openLeases } from './leases.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { nodeStore } from './node.ts'

export interface LedgerTimings {
  /** How often a node says that it lives; it is given up after three silent intervals. */
  heartbeatMs: number
  /** How long a client waits for a database that cannot be reached. */
  requestPatienceMs: number
}

/** This process as one of the nodes that share the database, and what it has leased. */
export interface Membership {
  leases: Leases
  /** The present id. A node that was given up goes on under another. */
  node(): string
  /** Whether the database was heard of so lately that nobody can have given this node up. */
  isTrusted(): boolean
  /** The database took a group of this node, which was sent at that time of the monotonic clock. */
  heard(node: string, sentAt: number): void
  /** Makes sure that this node lives, and joins anew where it was given up. */
  check(): Promise<void>
  /** Joins anew under another id; everything leased is gone. */
  rejoin(givenUp: string): Promise<void>
  /**
   * Retries what fails because of the database, for `patienceMs`; time in which this process stood still is not counted.
   * What still runs then must decide nothing any more: `isOver` tells.
   *
   * @throws DatabaseUnavailable after that; AccountBusy where the last failure was an account's alone
   */
  patiently<Result>(patienceMs: number, act: (isOver: () => boolean) => Promise<Result>): Promise<Result>
  /** Looks after the dead, and goes on doing so. */
  begin(): Promise<void>
  /** This node was the only one; from now on there are others. */
  share(): Promise<void>
  leave(): Promise<void>
}

interface Hooks {
  record(rows: NewLogRow[]): Promise<unknown>
  /** Called with the new id. */
  onGivenUp(node: string): void
}

/** A dead node is given up, and its leases return, within eight of them: 15 seconds. */
const HEARTBEAT_MS = 1_800
/** A node is dead after so many silent heartbeats. */
const SILENT_BEATS = 3
/** How often recalls and debts are looked for that no message announced. */
const RECALLS_MS = 1_000
const RECALL_PATIENCE_MS = 2_500
const IDLE_BEATS = 33
/** For so long the database's last word counts; after that a call asks whether it is still there. */
const TRUSTED_MS = 250
const TICK_MS = 50
const LAST_PAUSE_TICKS = 20

export async function joinNodes(deps: LedgerDeps, timings: Partial<LedgerTimings>, hooks: Hooks): Promise<Membership> {
  const { storage, bus, log, now, isOnlyNode } = deps
  const { heartbeatMs = HEARTBEAT_MS } = timings
  const nodes = nodeStore(storage.ledger, storage.kind)
  let node = crypto.randomUUID()
  let heardAt = 0
  let hadNeighbours = false
  let beating: Promise<void> | null = null
  let rejoining: Promise<void> | null = null
  let isJoining = false
  let hasLeft = false
  let isShared = !isOnlyNode
  const timers: Timer[] = []

  const leases = openLeases({
    store: leaseStore(storage.ledger, storage.kind, now),
    node: () => node,
    bus,
    log,
    timings: { idleMs: IDLE_BEATS * heartbeatMs, recallPatienceMs: RECALL_PATIENCE_MS },
  })
  const dead = deadNodes(
    { storage, nodes, node: () => node, log, now, record: hooks.record },
    SILENT_BEATS * heartbeatMs,
  )

  /** It counts from when it was said: the answer may have waited for a process that stood still. */
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
      await rejoin(before)
    }
  }

  function beatOnce(): Promise<void> {
    beating ??= beat().finally(() => {
      beating = null
    })
    return beating
  }

  function rejoin(givenUp: string): Promise<void> {
    // An id that is not entered yet is not known to the database either.
    if (givenUp === node && !isJoining) {
      node = crypto.randomUUID()
      heardAt = 0
      leases.loseAll()
      hooks.onGivenUp(node)
      log.warn({ node: givenUp }, 'this node was silent for too long and was given up; it joins anew')
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
        const error = await Promise.race([
          act(isOver).then(
            value => ({ value }),
            error => ({ error }),
          ),
          over,
        ])
        if ('value' in error) return error.value
        busy = asAccountBusy(error.error)
        if (error.error instanceof NodeGivenUp) await Promise.race([rejoin(error.error.node), over])
        else if (!isTransient(error.error)) throw error.error
        else await Promise.race([Bun.sleep(pause * TICK_MS), over])
      }
    } finally {
      clearInterval(timer)
    }
  }

  /** A node that was alone has leased whole balances: it returns them when others come, who could not wait for a dead one. */
  async function look(): Promise<void> {
    const hasNeighbours = await dead.look()
    if (hasNeighbours && !hadNeighbours) await leases.returnAll()
    hadNeighbours = hasNeighbours
  }

  /** Where money has come back without its debts being known here. */
  async function collectDebts(): Promise<void> {
    await leases.answerDebts()
    await collectAll(storage.ledger, now())
  }

  /** Runs `act` every so often, one run at a time; the next tries again what fails. The first failure in a row is told. */
  function every(ms: number, what: string, act: () => Promise<void>): void {
    let [isRunning, hasFailed] = [false, false]
    const timer = setInterval(async () => {
      if (isRunning) return
      isRunning = true
      try {
        await act()
        hasFailed = false
      } catch (error) {
        if (!hasFailed) log.warn({ err: error }, what)
        hasFailed = true
      }
      isRunning = false
    }, ms)
    timer.unref()
    timers.push(timer)
  }

  function lookAfterOthers(): void {
    every(heartbeatMs, 'dead nodes were not looked for', look)
    every(Math.min(RECALLS_MS, heartbeatMs), 'recalled leases were not looked for', leases.answerRecalls)
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
      every(heartbeatMs, 'the node could not say that it lives', beatOnce)
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
      for (const timer of timers) clearInterval(timer)
      try {
        await leases.returnAll()
        await nodes.leave(node)
      } catch (error) {
        log.warn({ err: error }, 'leases were left to be returned by others')
      }
    },
  }
}
