/** The thread of `audit-in-thread.ts`. */
import { openStorage } from '../storage/db.ts'
import { auditLedger } from './audit.ts'

declare const self: Worker

self.onmessage = async ({ data: { place, now } }) => {
  const storage = openStorage(place)
  const audit = await auditLedger(storage, now)
  await storage.db.destroy()
  self.postMessage(audit)
}
