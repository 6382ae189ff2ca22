import { calls } from '@tollgate/contract'
import { ExtendedReply } from '../../platform/http/serve.ts'
import { serve } from '../context.ts'
import { auditBesideCalls } from './audit-beside-calls.ts'

export const ledgerEndpoints = [
  serve(calls.audit.run, async (_, { app }) => {
    const { findings, figures } = await auditBesideCalls(app.reports, app.now())
    const holds = [...app.ledger.holds()]
    const running = { calls: holds.length, held: holds.reduce((sum, { userAmount }) => sum + userAmount, 0) }
    return new ExtendedReply(findings, { figures, running })
  }),
]
