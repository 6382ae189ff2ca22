import { calls } from '@tollgate/contract'
import { serve } from '../../platform/http/serve.ts'
import { reportHealth } from './report-health.ts'

export const channelHealthEndpoints = [serve(calls.channelHealths.list, (_, { app }) => reportHealth(app))]
