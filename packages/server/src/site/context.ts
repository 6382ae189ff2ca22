import type { ChannelsContext } from '../channels/context.ts'
import { serveWith } from '../platform/http/serve.ts'
import type { Jobs } from './jobs/index.ts'
import type { System } from './system/index.ts'

export interface SiteContext extends ChannelsContext {
  jobs: Jobs
  system: System
}

export const serve = serveWith<SiteContext>()
