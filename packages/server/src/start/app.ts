import { channelBalanceEndpoints } from '../channels/balances/routes.ts'
import { channelEndpoints } from '../channels/channels/routes.ts'
import { channelFlagEndpoints } from '../channels/flags/routes.ts'
import { channelHealthEndpoints } from '../channels/health/routes.ts'
import { channelKeyEndpoints } from '../channels/keys/routes.ts'
import { channelListEndpoints } from '../channels/list/routes.ts'
import { modelPriceEndpoints } from '../channels/model-prices/routes.ts'
import { channelModelEndpoints } from '../channels/models/routes.ts'
import { channelTestEndpoints } from '../channels/tests/routes.ts'
import { ledgerEndpoints } from '../money/ledger/routes.ts'
import { paymentEndpoints } from '../money/payment/routes.ts'
import { planEndpoints } from '../money/plans/routes.ts'
import { pricingEndpoints } from '../money/pricing/routes.ts'
import { redemptionEndpoints } from '../money/redemptions/routes.ts'
import { refundEndpoints } from '../money/refunds/routes.ts'
import { walletEndpoints } from '../money/wallet/routes.ts'
import { whatIfEndpoints } from '../money/what-if/routes.ts'
import { mirrorEndpoints } from '../moving-in/mirror/routes.ts'
import { importEndpoints } from '../moving-in/runs/routes.ts'
import { confirmationEndpoints } from '../people/confirmation/routes.ts'
import { identityEndpoints } from '../people/identities/routes.ts'
import { invitationEndpoints } from '../people/invitations/routes.ts'
import { inviteEndpoints } from '../people/invites/routes.ts'
import { loginEndpoints } from '../people/login/routes.ts'
import { passkeyEndpoints } from '../people/passkeys/routes.ts'
import { profileEndpoints } from '../people/profile/routes.ts'
import { registrationEndpoints } from '../people/registration/routes.ts'
import { rightsEndpoints } from '../people/rights/routes.ts'
import { secondFactorEndpoints } from '../people/second-factor/routes.ts'
import { setupEndpoints } from '../people/setup/routes.ts'
import { teamPlanEndpoints } from '../people/teams/plans.ts'
import { teamEndpoints } from '../people/teams/routes.ts'
import { tokenEndpoints } from '../people/tokens/routes.ts'
import { userMessageEndpoints } from '../people/user-messages/routes.ts'
import { userEndpoints } from '../people/users/routes.ts'
import type { Endpoint } from '../platform/http/serve.ts'
import { mailEndpoints } from '../platform/mail/routes.ts'
import { openapiEndpoints } from '../platform/openapi/routes.ts'
import { dashboardEndpoints } from '../records/dashboard/routes.ts'
import { drawingLogEndpoints } from '../records/drawing-log/routes.ts'
import { liveEndpoints } from '../records/live/routes.ts'
import { logEndpoints } from '../records/logs/routes.ts'
import { taskLogEndpoints } from '../records/task-log/routes.ts'
import { alertEndpoints } from '../site/alerts/routes.ts'
import { jobEndpoints } from '../site/jobs/routes.ts'
import { modelPageEndpoints } from '../site/model-pages/routes.ts'
import { overviewEndpoints } from '../site/overview/routes.ts'
import { priceListEndpoints } from '../site/price-lists/routes.ts'
import { optionEndpoints } from '../site/settings/routes.ts'
import { statusEndpoints } from '../site/status/routes.ts'
import { systemEndpoints } from '../site/system/routes.ts'
import { siteEndpoints } from '../site/updates/routes.ts'
import type { AppContext } from './app-context.ts'

/** All console endpoints, folder by folder: the one table of routes and the roles they need. */
export const endpoints: Endpoint<AppContext>[] = [
  ...setupEndpoints,
  ...statusEndpoints,
  ...overviewEndpoints,
  ...optionEndpoints,
  ...siteEndpoints,
  ...loginEndpoints,
  ...registrationEndpoints,
  ...identityEndpoints,
  ...mailEndpoints,
  ...userEndpoints,
  ...userMessageEndpoints,
  ...profileEndpoints,
  ...rightsEndpoints,
  ...channelHealthEndpoints,
  ...channelListEndpoints,
  ...channelEndpoints,
  ...channelTestEndpoints,
  ...channelBalanceEndpoints,
  ...channelModelEndpoints,
  ...channelKeyEndpoints,
  ...channelFlagEndpoints,
  ...tokenEndpoints,
  ...teamEndpoints,
  ...teamPlanEndpoints,
  ...logEndpoints,
  ...liveEndpoints,
  ...drawingLogEndpoints,
  ...taskLogEndpoints,
  ...dashboardEndpoints,
  ...redemptionEndpoints,
  ...refundEndpoints,
  ...planEndpoints,
  ...whatIfEndpoints,
  ...importEndpoints,
  ...mirrorEndpoints,
  ...modelPriceEndpoints,
  ...priceListEndpoints,
  ...walletEndpoints,
  ...paymentEndpoints,
  ...inviteEndpoints,
  ...invitationEndpoints,
  ...pricingEndpoints,
  ...modelPageEndpoints,
  ...ledgerEndpoints,
  ...jobEndpoints,
  ...systemEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...confirmationEndpoints,
  ...openapiEndpoints,
  ...alertEndpoints,
]
