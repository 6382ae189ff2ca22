import type { Logger } from 'pino'
import type { VersionStore, VersionsNow } from '../storage/change-versions.ts'
import { TOPICS, type Topic } from './change-events.ts'
import type { DatabaseClock } from './database-clock.ts'

/** Finds out from versions in the database what has changed, for nodes that missed a message. */
export interface ChangeVersions {
  /**
   * Raises a topic's version. Returns it, or 0 if the database does not answer soon; the version is then raised later.
   * Never throws.
   */
  raise(topic: Topic): Promise<number>
  /**
   * This node already knows the changes up to that version. No effect before `watch`, because not every cache listens
   * yet.
   */
  explain(topic: Topic, version: number): void
  /** From now on, calls `onChanged` for topics whose version rose without an explanation. */
  watch(onChanged: (topic: Topic) => void): void
  close(): Promise<void>
}

export interface VersionPace {
  lookMs?: number
  /** How long a change waits for its version to be written, and a poll for its answer. */
  patienceMs?: number
}

interface Deps {
  store: VersionStore
  clock?: DatabaseClock | undefined
  log: Pick<Logger, 'warn'>
}

const LONGEST_LOOK_MS = 16_000
const RETRY_MS = 500
/** Polls that may wait for a silent database: each holds a connection. */
const MOST_LOOKS = 2
/** Beyond this many, explanations are dropped and the topic is reloaded. */
const MOST_EXPLAINED = 10_000

/** Reads the current versions; anything read from the database after this is at least as new. */
export async function openChangeVersions(
  { store, clock, log }: Deps,
  { lookMs = 2_000, patienceMs = 1_000 }: VersionPace = {},
): Promise<ChangeVersions> {
  const known = new Map<Topic, number>()
  const explained = new Map<Topic, Set<number>>(TOPICS.map(topic => [topic, new Set()]))
  /** Topics whose version still has to be raised. */
  const owed = new Set<Topic>()
  let retry: ReturnType<typeof setTimeout> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0
  let isWatching = false
  let isClosed = false

  async function read(): Promise<VersionsNow> {
    const askedAt = performance.now()
    const found = await store.read()
    clock?.hear(found.databaseMs, askedAt, performance.now())
    return found
  }

  async function raise(topic: Topic): Promise<number> {
    try {
      const version = await soon(store.raise(topic), patienceMs)
      owed.delete(topic)
      explain(topic, version)
      return version
    } catch (err) {
      log.warn(
        { err, topic },
        'other nodes may learn of a change late: its version could not be written and will be retried',
      )
      owed.add(topic)
      if (!isClosed) retrySoon()
      return 0
    }
  }

  function retrySoon(): void {
    clearTimeout(retry)
    retry = setTimeout(() => {
      for (const topic of owed) raise(topic)
    }, RETRY_MS)
    retry.unref()
  }

  function explain(topic: Topic, version: number): void {
    const versions = isWatching ? explained.get(topic) : undefined
    if (versions && versions.size < MOST_EXPLAINED && version > (known.get(topic) ?? 0)) versions.add(version)
  }

  /** Returns whether a topic's version differs from the one this node knows, and remembers it. */
  function isNews(topic: Topic, version: number): boolean {
    const versions = explained.get(topic) ?? new Set()
    let last = known.get(topic) ?? 0
    while (last < version && versions.has(last + 1)) last += 1
    known.set(topic, version)
    for (const older of versions) if (older <= version) versions.delete(older)
    return last !== version
  }

  async function look(onChanged: (topic: Topic) => void): Promise<boolean> {
    if (looks >= MOST_LOOKS) return false
    looks += 1
    const reading = read().finally(() => {
      looks -= 1
    })
    try {
      const { versions } = await soon(reading, patienceMs)
      for (const topic of TOPICS) if (isNews(topic, versions.get(topic) ?? 0)) onChanged(topic)
      return true
    } catch {
      // The database is away; others report that.
      return false
    }
  }

  const first = await read()
  for (const topic of TOPICS) known.set(topic, first.versions.get(topic) ?? 0)

  return {
    raise,
    explain,
    watch(onChanged) {
      isWatching = true
      const lookIn = (waitMs: number) => {
        if (isClosed) return
        timer = setTimeout(
          async () => lookIn((await look(onChanged)) ? lookMs : Math.min(waitMs * 2, LONGEST_LOOK_MS)),
          jittered(waitMs),
        )
        timer.unref()
      }
      lookIn(lookMs)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearTimeout(retry)
      await Promise.all([...owed].map(raise))
    },
  }
}

/** Random, so that nodes started together do not poll together. */
const jittered = (ms: number): number => ms * (0.9 + Math.random() * 0.2)

/** Waits for an answer for a limited time; a later answer is ignored. */
function soon<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the database did not answer in time')), limitMs)
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
