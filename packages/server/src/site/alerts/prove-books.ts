import { auditBesideCalls } from '../../money/ledger/audit-beside-calls.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Storage } from '../../platform/storage/db.ts'

interface Context extends Pick<Storage, 'reports'> {
  options: Options
  now(): number
}

/** Audits the ledger if the operator wants an alert when it does not balance. Returns how many differences it found. */
export async function proveBooks({ reports, options, now }: Context): Promise<number> {
  if (!options.get('AlertsEnabled') || !options.get('alert_setting.books')) return 0
  const { findings } = await auditBesideCalls(reports, now())
  return findings.length
}
