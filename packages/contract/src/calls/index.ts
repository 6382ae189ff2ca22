import { audit } from './audit.ts'
import { channels } from './channels.ts'
import { invites } from './invites.ts'
import { jobs } from './jobs.ts'
import { logs } from './logs.ts'
import { options } from './options.ts'
import { pricing } from './pricing.ts'
import { redemptions } from './redemptions.ts'
import { setup } from './setup.ts'
import { status } from './status.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { payment, wallet } from './wallet.ts'

export { AUDIT_RULES, type AuditRule } from './audit.ts'
export { JOB_NAMES, type JobName, type JobState } from './jobs.ts'
export type { SiteStatus } from './status.ts'

/** All calls of the console, by subject. */
export const calls = {
  setup,
  status,
  options,
  users,
  channels,
  tokens,
  logs,
  redemptions,
  wallet,
  payment,
  invites,
  pricing,
  audit,
  jobs,
}
