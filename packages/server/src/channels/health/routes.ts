import { calls } from '@tollgate/contract'
import { serve } from '../context.ts'
import { reportHealth } from './report-health.ts'

export const channelHealthEndpoints = [serve(calls.channelHealths.list, (_, { app }) => reportHealth(app))]
