import { calls } from '@tollgate/contract'
import { serve } from '../http/serve.ts'
import { audit } from './audit.ts'

export const ledgerEndpoints = [
  serve(calls.audit.run, (_, { world }) => audit({ db: world.db, kind: world.databaseKind }, world.now())),
]
