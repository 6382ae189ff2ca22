import { calls } from '@tollgate/contract'
import { ExtendedReply, serve } from '../http/serve.ts'
import { auditInThread } from './audit-in-thread.ts'

export const ledgerEndpoints = [
  serve(calls.audit.run, async (_, { app }) => {
    const { findings, figures } = await auditInThread({ db: app.db, kind: app.databaseKind }, app.now())
    return new ExtendedReply(findings, { figures })
  }),
]
