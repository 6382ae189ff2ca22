import { calls } from '@tollgate/contract'
import { Answer, serve } from '../http/serve.ts'
import { audit } from './audit.ts'
import { readFigures } from './figures.ts'

export const ledgerEndpoints = [
  serve(calls.audit.run, async (_, { world }) => {
    const findings = await audit({ db: world.db, kind: world.databaseKind }, world.now())
    return new Answer(findings, { figures: await readFigures(world.db) })
  }),
]
