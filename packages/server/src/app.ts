import { alertEndpoints } from './alerts/routes.ts'
import { channelBalanceEndpoints } from './channel-balances/routes.ts'
import { channelFlagEndpoints } from './channel-flags/routes.ts'
import { channelHealthEndpoints } from './channel-health/routes.ts'
import { channelKeyEndpoints } from './channel-keys/routes.ts'
import { channelModelEndpoints } from './channel-models/routes.ts'
import { channelTestEndpoints } from './channel-tests/routes.ts'
import { channelEndpoints } from './channels/routes.ts'
import { confirmationEndpoints } from './confirmation/routes.ts'
import { dashboardEndpoints } from './dashboard/routes.ts'
import { drawingLogEndpoints } from './drawing-log/routes.ts'
import type { Endpoint } from './http/serve.ts'
import { identityEndpoints } from './identities/routes.ts'
import { inviteEndpoints } from './invites/routes.ts'
import { jobEndpoints } from './jobs/routes.ts'
import { ledgerEndpoints } from './ledger/routes.ts'
import { liveEndpoints } from './live/routes.ts'
import { loginEndpoints } from './login/routes.ts'
import { logEndpoints } from './logs/routes.ts'
import { mailEndpoints } from './mail/routes.ts'
import { openapiEndpoints } from './openapi/routes.ts'
import { optionEndpoints } from './options/routes.ts'
import { passkeyEndpoints } from './passkeys/routes.ts'
import { paymentEndpoints } from './payment/routes.ts'
import { pricingEndpoints } from './pricing/routes.ts'
import { profileEndpoints } from './profile/routes.ts'
import { redemptionEndpoints } from './redemptions/routes.ts'
import { registrationEndpoints } from './registration/routes.ts'
import { secondFactorEndpoints } from './second-factor/routes.ts'
import { setupEndpoints } from './setup/routes.ts'
import { siteEndpoints } from './site/routes.ts'
import { statusEndpoints } from './status/routes.ts'
import { taskLogEndpoints } from './task-log/routes.ts'
import { tokenEndpoints } from './tokens/routes.ts'
import { userEndpoints } from './users/routes.ts'
import { walletEndpoints } from './wallet/routes.ts'

/** All console endpoints, folder by folder: the one table of routes and the roles they need. */
export const endpoints: Endpoint[] = [
  ...setupEndpoints,
  ...statusEndpoints,
  ...optionEndpoints,
  ...siteEndpoints,
  ...loginEndpoints,
  ...registrationEndpoints,
  ...identityEndpoints,
  ...mailEndpoints,
  ...userEndpoints,
  ...profileEndpoints,
  ...channelHealthEndpoints,
  ...channelEndpoints,
  ...channelTestEndpoints,
  ...channelBalanceEndpoints,
  ...channelModelEndpoints,
  ...channelKeyEndpoints,
  ...channelFlagEndpoints,
  ...tokenEndpoints,
  ...logEndpoints,
  ...liveEndpoints,
  ...drawingLogEndpoints,
  ...taskLogEndpoints,
  ...dashboardEndpoints,
  ...redemptionEndpoints,
  ...walletEndpoints,
  ...paymentEndpoints,
  ...inviteEndpoints,
  ...pricingEndpoints,
  ...ledgerEndpoints,
  ...jobEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...confirmationEndpoints,
  ...openapiEndpoints,
  ...alertEndpoints,
]
