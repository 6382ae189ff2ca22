import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import { up as allTables } from './0001-all-tables.ts'
import { up as notices } from './0002-notices.ts'
import { up as commitMarks } from './0003-commit-marks.ts'
import { up as earnings } from './0004-earnings.ts'
import { up as sealedCodes } from './0005-sealed-codes.ts'
import { up as jobs } from './0006-jobs.ts'
import { up as commitMarkTimes } from './0007-commit-mark-times.ts'
import { up as leases } from './0008-leases.ts'
import { up as changeVersions } from './0009-change-versions.ts'
import { up as storedResponses } from './0010-stored-responses.ts'
import { up as batches } from './0011-batches.ts'
import { up as accountEntries } from './0012-account-entries.ts'
import { up as emailCodes } from './0013-email-codes.ts'
import { up as signInStates } from './0014-sign-in-states.ts'
import { up as secondFactor } from './0016-second-factor.ts'
import { up as logCodes } from './0017-log-codes.ts'
import { up as channelVersions } from './0018-channel-versions.ts'
import { up as channelProbes } from './0020-channel-probes.ts'
import { up as channelKeys } from './0021-channel-keys.ts'
import { up as spendingPeriods } from './0022-spending-periods.ts'
import { up as usageFigures } from './0023-usage-figures.ts'
import { up as alerts } from './0024-alerts.ts'
import { up as taskMachine } from './0025-task-machine.ts'
import { up as figuresOfUsers } from './0026-figures-of-users.ts'
import { up as cacheSavings } from './0027-cache-savings.ts'
import { up as logArchives } from './0029-log-archives.ts'
import { up as logSums } from './0030-log-sums.ts'
import { up as longLogs } from './0032-long-logs.ts'
import { up as figureSums } from './0035-figure-sums.ts'
import { up as conversations } from './0036-conversations.ts'
import { up as figureSumsByUser } from './0037-figure-sums-by-user.ts'
import { up as figureSumsByModel } from './0038-figure-sums-by-model.ts'
import { up as logTotals } from './0039-log-totals.ts'
import { up as vacuumSooner } from './0040-vacuum-sooner.ts'
import { up as debts } from './0046-debts.ts'
import { up as optionChanges } from './0050-option-changes.ts'
import { up as alertMessages } from './0051-alert-messages.ts'
import { up as refunds } from './0060-refunds.ts'
import { up as imports } from './0070-imports.ts'
import { up as whatIfs } from './0072-what-ifs.ts'

import { up as agreements } from './0079-agreements.ts'
import { up as plans } from './0080-plans.ts'
import { up as childKeys } from './0081-child-keys.ts'
import { up as priceLists } from './0082-price-lists.ts'
import { up as teams } from './0083-teams.ts'
import { up as rights } from './0084-rights.ts'
import { up as payments } from './0086-payments.ts'
import { up as importRuns } from './0087-import-runs.ts'
import { up as userIdentities } from './0088-user-identities.ts'
import { up as toSwitch } from './0090-switch.ts'
import { up as importChoices } from './0091-import-choices.ts'
import { up as databaseSizes } from './0092-database-sizes.ts'
import { up as planOrders } from './0093-plan-orders.ts'
import { up as importLogSource } from './0095-import-log-source.ts'
import { up as seats } from './0100-seats.ts'
import { up as teamProjects } from './0105-team-projects.ts'
import { up as agreementTickets } from './0106-agreement-tickets.ts'
import { up as plansByCalls } from './0107-plans-by-calls.ts'
import { up as planUpgrades } from './0108-plan-upgrades.ts'
import { up as cardRenewals } from './0109-card-renewals.ts'
import { up as invitations } from './0110-invitations.ts'
import { up as userMessages } from './0111-user-messages.ts'
import { up as mailRefusals } from './0114-mail-refusals.ts'
import { up as listedColumns } from './0115-listed-columns.ts'
import { up as jobRuns } from './0116-job-runs.ts'
import { up as figureGroups } from './0117-figure-groups.ts'
import { up as systemHistory } from './0119-system-history.ts'
import { up as listedByChannel } from './0120-listed-by-channel.ts'

export type Step = (db: Kysely<unknown>, kind: DatabaseKind) => Promise<void>

/**
 * Steps with which an older server can keep running: they only add things that it neither reads nor has to write, or
 * change indexes that no statement names. Before any other step the old version must have ended. The release notes say so.
 */
export const FOR_OLDER_TOO: ReadonlySet<string> = new Set([
  '0050-option-changes',
  '0051-alert-messages',
  '0060-refunds',
  '0070-imports',
  '0072-what-ifs',
  '0079-agreements',
  '0080-plans',
  '0082-price-lists',
  '0084-rights',
  '0086-payments',
  '0087-import-runs',
  '0088-user-identities',
  '0090-switch',
  '0091-import-choices',
  '0092-database-sizes',
  '0106-agreement-tickets',
  '0110-invitations',
  '0111-user-messages',
  '0114-mail-refusals',
  '0115-listed-columns',
  '0116-job-runs',
  '0119-system-history',
  '0120-listed-by-channel',
])

/** The steps with which an older server cannot keep running. */
export const notForOlder = (steps: readonly string[]): string[] => steps.filter(step => !FOR_OLDER_TOO.has(step))

/** All steps in order. A released step never changes. */
export const migrations: Record<string, Step> = {
  '0001-all-tables': allTables,
  '0002-notices': notices,
  '0003-commit-marks': commitMarks,
  '0004-earnings': earnings,
  '0005-sealed-codes': sealedCodes,
  '0006-jobs': jobs,
  '0007-commit-mark-times': commitMarkTimes,
  '0008-leases': leases,
  '0009-change-versions': changeVersions,
  '0010-stored-responses': storedResponses,
  '0011-batches': batches,
  '0012-account-entries': accountEntries,
  '0013-email-codes': emailCodes,
  '0014-sign-in-states': signInStates,
  '0016-second-factor': secondFactor,
  '0017-log-codes': logCodes,
  '0018-channel-versions': channelVersions,
  '0020-channel-probes': channelProbes,
  '0021-channel-keys': channelKeys,
  '0022-spending-periods': spendingPeriods,
  '0023-usage-figures': usageFigures,
  '0024-alerts': alerts,
  '0025-task-machine': taskMachine,
  '0026-figures-of-users': figuresOfUsers,
  '0027-cache-savings': cacheSavings,
  '0029-log-archives': logArchives,
  '0030-log-sums': logSums,
  '0032-long-logs': longLogs,
  '0035-figure-sums': figureSums,
  '0036-conversations': conversations,
  '0037-figure-sums-by-user': figureSumsByUser,
  '0038-figure-sums-by-model': figureSumsByModel,
  '0039-log-totals': logTotals,
  '0040-vacuum-sooner': vacuumSooner,
  '0046-debts': debts,
  '0050-option-changes': optionChanges,
  '0051-alert-messages': alertMessages,
  '0060-refunds': refunds,
  '0070-imports': imports,
  '0072-what-ifs': whatIfs,
  '0079-agreements': agreements,
  '0080-plans': plans,
  '0081-child-keys': childKeys,
  '0082-price-lists': priceLists,
  '0083-teams': teams,
  '0084-rights': rights,
  '0086-payments': payments,
  '0087-import-runs': importRuns,
  '0088-user-identities': userIdentities,
  '0090-switch': toSwitch,
  '0091-import-choices': importChoices,
  '0092-database-sizes': databaseSizes,
  '0093-plan-orders': planOrders,
  '0095-import-log-source': importLogSource,
  '0100-seats': seats,
  '0105-team-projects': teamProjects,
  '0106-agreement-tickets': agreementTickets,
  '0107-plans-by-calls': plansByCalls,
  '0108-plan-upgrades': planUpgrades,
  '0109-card-renewals': cardRenewals,
  '0110-invitations': invitations,
  '0111-user-messages': userMessages,
  '0114-mail-refusals': mailRefusals,
  '0115-listed-columns': listedColumns,
  '0116-job-runs': jobRuns,
  '0117-figure-groups': figureGroups,
  '0119-system-history': systemHistory,
  '0120-listed-by-channel': listedByChannel,
}
