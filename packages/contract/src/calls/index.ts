import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { channelFlags } from './channel-flags.ts'
import { channelHealths } from './channel-health.ts'
import { channelKeyCalls as channelKeys } from './channel-keys.ts'
import { channelModels } from './channel-models.ts'
import { channelTests } from './channel-tests.ts'
import { channels } from './channels.ts'
import { confirmation } from './confirmation.ts'
import { dashboard } from './dashboard.ts'
import { drawings } from './drawings.ts'
import { identities } from './identities.ts'
import { imports } from './imports.ts'
import { invitations } from './invitations.ts'
import { invites } from './invites.ts'
import { jobs } from './jobs.ts'
import { live } from './live.ts'
import { logs } from './logs.ts'
import { mail } from './mail.ts'
import { manyChannels } from './many-channels.ts'
import { modelPrices } from './model-prices.ts'
import { openapi } from './openapi.ts'
import { options } from './options.ts'
import { orders } from './orders.ts'
import { passkeys } from './passkeys.ts'
import { plans, subscriptions } from './plans.ts'
import { priceLists } from './price-lists.ts'

import { pricing } from './pricing.ts'
import { profile } from './profile.ts'
import { redemptions } from './redemptions.ts'
import { refunds } from './refunds.ts'
import { registration } from './registration.ts'
import { rights } from './rights.ts'
import { secondFactor } from './second-factor.ts'
import { setup } from './setup.ts'
import { site } from './site.ts'
import { statements } from './statements.ts'
import { status } from './status.ts'
import { system } from './system.ts'
import { tasks } from './tasks.ts'
import { teamPlans } from './team-plans.ts'
import { teamProjects } from './team-projects.ts'
import { teams } from './teams.ts'
import { tokens } from './tokens.ts'
import { userAdmin } from './user-admin.ts'
import { userMessages } from './user-messages.ts'
import { users } from './users.ts'
import { payment, wallet } from './wallet.ts'
import { whatIfs } from './what-ifs.ts'

export {
  ALERT_RULES,
  type Alert,
  type AlertRule,
  SERVER_ALERT_RULES,
  type ServerAlertRule,
  type SiteAlertRule,
} from './alerts.ts'
export { AUDIT_RULES, type AuditRule } from './audit.ts'
export type { ChannelHealth, ModelHour } from './channel-health.ts'
export type { Recovery, TestProgress } from './channel-tests.ts'
export type { ListedChannel } from './channels.ts'
export type { ConfirmationMeans } from './confirmation.ts'
export { LONGEST_DAYS, type ScopedSubject, TIME_UNITS, type TimeUnit, type UsageSubject } from './dashboard.ts'
export type { FurtherIdentity, RedirectProvider } from './identities.ts'
export { IMPORT_FILE_NAME } from './imports.ts'
export { JOB_NAMES, type JobName, type JobRun, type JobState } from './jobs.ts'
export type { Assertion, PasskeyRegistration } from './passkeys.ts'
export { RATE_LIMITS, type RateLimited } from './rate-limits.ts'
export type { Administrator } from './rights.ts'
export type { Release } from './site.ts'
export type { SiteStatus } from './status.ts'
export {
  LOG_LEVELS,
  type LogLevel,
  type LogQuery,
  type ServerLine,
  type StorageGrowth,
  type SystemNode,
  type SystemState,
  type TableSize,
  type VersionStart,
} from './system.ts'
export { type AccountEntry, USER_ACTIONS, type UserAction } from './user-admin.ts'

/** All calls of the console, by subject. */
export const calls = {
  setup,
  status,
  options,
  orders,
  site,
  registration,
  identities,
  mail,
  users,
  userAdmin,
  userMessages,
  rights,
  channelHealths,
  channels,
  channelTests,
  manyChannels,
  channelModels,
  channelKeys,
  channelFlags,
  tokens,
  teams,
  teamPlans,
  teamProjects,
  logs,
  live,
  drawings,
  tasks,
  dashboard,
  redemptions,
  refunds,
  plans,
  subscriptions,
  wallet,
  statements,
  payment,
  invites,
  invitations,
  pricing,
  modelPrices,
  priceLists,
  whatIfs,
  imports,
  profile,
  audit,
  jobs,
  system,
  secondFactor,
  passkeys,
  confirmation,
  openapi,
  alerts,
}
