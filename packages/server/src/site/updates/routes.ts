import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { checkUpdate } from './check-update.ts'
import { discoverOidc } from './discover-oidc.ts'

export const siteEndpoints = [
  serve(calls.site.discoverOidc, ({ body }, { app }) => discoverOidc(app, body.well_known)),

  serve(calls.site.checkUpdate, (_, { app }) => checkUpdate(app)),
]
