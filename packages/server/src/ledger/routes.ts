import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { auditAside } from './audit-aside.ts'

export const ledgerEndpoints = [
  serve(calls.audit.run, async (_, { app }) => {
    const { findings, figures } = await auditAside({ db: app.db, kind: app.databaseKind }, app.now())
    return new Answer(findings, { figures })
  }),
]
