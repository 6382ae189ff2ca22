import type { MirrorKind } from '@tollgate/contract'
import type { Logger } from 'pino'
import type { Db } from '../../platform/storage/db.ts'
import { addSums, withFewNames } from './store.ts'
import { addTo, type Named, type Sum } from './sum.ts'

/** What the plan of one copy came to. */
export interface PlannedCopy {
  outcome: 'planned' | 'refused' | 'unplanned'
  /** By which it counts: key and name. */
  by: Partial<Record<Exclude<MirrorKind, 'all'>, readonly Named[]>>
  held: number
  cost: number
}

export interface MirrorSums {
  add(copy: PlannedCopy, now: number): void
  close(): Promise<void>
}

const WRITE_AFTER_MS = 1_000
const LONGEST_KEY = 100
const LONGEST_NAME = 500
/** Names that wait to be written, of all kinds. */
const MOST_BETWEEN = 5_000
/** Names of a kind that one copy adds: its losses name whatever its caller wrote. */
const MOST_OF_COPY = 20

const ONE = {
  planned: { copies: 1, refused: 0, unplanned: 0 },
  refused: { copies: 1, refused: 1, unplanned: 0 },
  unplanned: { copies: 1, refused: 0, unplanned: 1 },
}

/** Adds copies up in memory, and writes them a moment later. */
export function keepSums(db: Db, log: Logger): MirrorSums {
  let sums = new Map<string, Sum>()
  let writing: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  function sumOf(kind: MirrorKind, key: string): Sum {
    const known = sums.get(`${kind} ${key}`)
    if (known) return known
    if (key !== '' && sums.size >= MOST_BETWEEN) return sumOf(kind, '')
    const sum = { kind, key, name: '', copies: 0, refused: 0, unplanned: 0, held: 0, cost: 0, at: 0 }
    sums.set(`${kind} ${key}`, sum)
    return sum
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const written = withFewNames(sums.values())
    sums = new Map()
    writing = writing
      .then(() => addSums(db, written))
      .catch(err => log.warn({ err }, 'sums of mirrored calls were not written'))
    return writing
  }

  return {
    add({ outcome, by, held, cost }, at) {
      for (const [kind, named] of [['all', ALL] as const, ...Object.entries(by)])
        for (const { key, name } of named.slice(0, MOST_OF_COPY)) {
          const sum = sumOf(kind as MirrorKind, storable(key, LONGEST_KEY))
          if (sum.key !== '') sum.name = storable(name, LONGEST_NAME)
          addTo(sum, { ...ONE[outcome], held, cost, at })
        }
      timer ??= setTimeout(() => void write(), WRITE_AFTER_MS)
    },
    close: () => write(),
  }
}

const ALL: readonly Named[] = [{ key: 'all', name: '' }]

/** PostgreSQL stores no zero byte and no half of a character. */
const storable = (text: string, most: number) => text.slice(0, most).replaceAll('\0', '').toWellFormed()
