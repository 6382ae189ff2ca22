import { channelEndpoints } from './channels/routes.ts'
import type { Endpoint } from './http/serve.ts'
import { loginEndpoints } from './login/routes.ts'
import { logEndpoints } from './logs/routes.ts'
import { optionEndpoints } from './options/routes.ts'
import { setupEndpoints } from './setup/routes.ts'
import { statusEndpoints } from './status/routes.ts'
import { tokenEndpoints } from './tokens/routes.ts'
import { userEndpoints } from './users/routes.ts'

/** Every console call, room by room: the one table of routes with their roles. */
export const endpoints: Endpoint[] = [
  ...setupEndpoints,
  ...statusEndpoints,
  ...optionEndpoints,
  ...loginEndpoints,
  ...userEndpoints,
  ...channelEndpoints,
  ...tokenEndpoints,
  ...logEndpoints,
]
