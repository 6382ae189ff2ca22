import type { ServerAlertRule } from '@tollgate/contract'
import type { CallMeter } from '../../platform/metrics/call-meter.ts'
import type { watchState } from '../../platform/probes/server-state.ts'
import type { Db } from '../../platform/storage/db.ts'
import { type SendContext, sendAlert } from './send-alert.ts'
import { type ServerFacts, serverRules } from './server-rules.ts'
import { makeWriteDown } from './write-down.ts'

interface Deps extends SendContext {
  db: Db
  watched: ReturnType<typeof watchState>
  meter: Pick<CallMeter, 'answers'>
  server: string
  isFirst: boolean
}

/** A detected problem and its message. The message is also stored once the database accepts it. */
interface Standing {
  key: string
  rule: ServerAlertRule
  values: string
  since: number
  told_at: number
  /** How many checks in a row found it present, or over. */
  wrong: number
  right: number
}

const LOOK_MS = 2_500
/** A single check may be mistaken. */
const SURE_LOOKS = 2
const MINUTE_MS = 60_000

/**
 * Notifies the operator when the server itself fails: from this process's memory, with the last settings it read,
 * without the database. A later check sends unsent messages.
 */
export function watchServer(context: Deps) {
  const { watched, meter, options, server, isFirst, now, log } = context
  const standing = new Map<string, Standing>()
  const counted = countsOver(meter)
  const writeDown = makeWriteDown(context, isFirst ? server : null)
  let looking: Promise<void> | null = null

  const facts = (): ServerFacts => ({
    ...watched.state(),
    server,
    isFirst,
    calls: counted.since(options.get('alert_setting.error_minutes') * MINUTE_MS),
  })

  async function look(): Promise<void> {
    counted.note()
    await watched.look()
    if (!options.get('AlertsEnabled')) return standing.clear()
    const found = new Set<string>()
    const known = facts()
    for (const [name, rule] of Object.entries(serverRules))
      for (const { key, values } of rule(known, options)) {
        found.add(key)
        // Object.entries loses the key's type.
        const fresh = { key, rule: name as ServerAlertRule, values: '', since: now(), told_at: 0, wrong: 0, right: 0 }
        const one = standing.get(key) ?? fresh
        // A message describes the state when it is sent.
        if (one.told_at === 0) one.values = JSON.stringify(values)
        standing.set(key, Object.assign(one, { wrong: one.wrong + 1, right: 0 }))
      }
    for (const one of standing.values()) if (!found.has(one.key)) Object.assign(one, { wrong: 0, right: one.right + 1 })
    await tell()
    if (known.databaseUp && known.databaseWritable) writeDown.begin()
  }

  async function tell(): Promise<void> {
    for (const one of [...standing.values()]) {
      if (one.told_at === 0 && one.right > 0) standing.delete(one.key)
      else if (one.told_at === 0 && one.wrong >= SURE_LOOKS) await send(one, 'firing')
      else if (one.told_at > 0 && one.right >= SURE_LOOKS) await send(one, 'recovered')
    }
  }

  async function send(one: Standing, state: 'firing' | 'recovered'): Promise<void> {
    try {
      await sendAlert(context, one, state)
      writeDown.note({ ...one, state, told_at: now() })
      if (state === 'recovered') standing.delete(one.key)
      else one.told_at = now()
    } catch (err) {
      log.warn({ err, alert: one.key }, 'an alert was not sent and will be retried')
    }
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch(err => log.error({ err }, 'the server could not check itself'))
      .finally(() => {
        looking = null
      })
  }, LOOK_MS)
  timer.unref()

  return {
    look,
    /** Resolves once everything that can be stored is stored. */
    written: writeDown.written,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

/** Counts answers, and those with 5xx, over a time that ends now, from the meter's sums. */
function countsOver(meter: Pick<CallMeter, 'answers'>) {
  let noted: { at: number; all: number; failed: number }[] = []
  const sums = () => ({ at: performance.now(), ...meter.answers() })
  return {
    note() {
      const last = noted.at(-1)
      const latest = sums()
      // A few marks a minute are enough, and a day is the longest look back.
      if (!last || latest.at - last.at >= MINUTE_MS / 4) noted.push(latest)
      if (noted.length > MOST_MARKS) noted = noted.slice(-MOST_MARKS)
    },
    since(ms: number) {
      const latest = sums()
      const before = noted.findLast(({ at }) => latest.at - at >= ms) ?? noted[0] ?? { all: 0, failed: 0 }
      return { all: latest.all - before.all, failed: latest.failed - before.failed }
    },
  }
}

const MOST_MARKS = 24 * 60 * 4
