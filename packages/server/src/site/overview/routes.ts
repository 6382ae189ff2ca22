import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { readOverview } from './overview.ts'

export const overviewEndpoints = [serve(calls.status.overview, (_, { app, caller }) => readOverview(app, caller))]
