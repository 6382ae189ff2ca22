import type { JobName, JobState } from '@tollgate/contract'
import type { PlatformContext } from '../platform/context.ts'
import { serveWith } from '../platform/http/serve.ts'
import type { Live } from './live/index.ts'
import type { ExportPlaces } from './logs/export/places.ts'

export interface RecordsContext extends PlatformContext {
  live: Live
  exports: ExportPlaces
  /** Background jobs that a call starts. */
  jobs: {
    list(): Promise<JobState[]>
    /** Starts a job without waiting for its end; null while it runs. */
    runNow(name: JobName): Promise<JobState | null>
  }
}

export const serve = serveWith<RecordsContext>()
