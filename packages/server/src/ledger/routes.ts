import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { auditAside } from './audit-aside.ts'

export const ledgerEndpoints = [
  serve(calls.audit.run, async (_, { world }) => {
    const { findings, figures } = await auditAside({ db: world.db, kind: world.databaseKind }, world.now())
    return new Answer(findings, { figures })
  }),
]
