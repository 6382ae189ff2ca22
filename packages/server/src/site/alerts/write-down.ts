import type { Logger } from 'pino'
import type { Db } from '../../platform/storage/db.ts'
import { type AlertMessage, forgetAlert, forgetServerAlerts, markTold, noteAlert, noteMessage } from './store.ts'

/** Older ones are dropped: a database may be away for days. */
const MOST_KEPT = 100

/**
 * Stores a server's reports about itself for the console's list. Until the database accepts them, memory keeps the last
 * message of each key.
 * @param server the server whose earlier process may have left alerts that nobody else removes
 */
export function makeWriteDown({ db, log }: { db: Db; log: Logger }, server: string | null) {
  const kept = new Map<string, AlertMessage>()
  let isTidy = server === null
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    if (!isTidy && server !== null) {
      await forgetServerAlerts(db, server)
      isTidy = true
    }
    for (let message = oldest(); message; message = oldest()) {
      const { key, rule, values, since, told_at, state } = message
      await (state === 'recovered'
        ? forgetAlert(db, key)
        : noteAlert(db, { key, rule, values: JSON.parse(values) }, since))
      if (state === 'firing') await markTold(db, key, told_at)
      await noteMessage(db, message)
      // a later message of the same key may have come meanwhile
      if (kept.get(key) === message) kept.delete(key)
    }
  }

  const oldest = (): AlertMessage | undefined => kept.values().next().value

  return {
    note(message: AlertMessage): void {
      kept.delete(message.key)
      kept.set(message.key, message)
      if (kept.size > MOST_KEPT) kept.delete(oldest()?.key ?? '')
    },
    /** Begins to write, without waiting for the database. */
    begin(): void {
      if (kept.size === 0 && isTidy) return
      writing ??= write()
        .catch(err => log.debug({ err }, 'alerts were not written down; it is tried again'))
        .finally(() => {
          writing = null
        })
    },
    /** Resolves once no write is in progress. */
    async written(): Promise<void> {
      await writing
    },
  }
}
