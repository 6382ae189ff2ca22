import { midjourneyRoutes } from './midjourney/routes.ts'
import type { TaskEndpoint, TaskHandler } from './serve-task-call.ts'
import { sunoRoutes } from './suno/routes.ts'
import { videoRoutes } from './videos/routes.ts'

/** Where tasks are submitted and asked after, with what serves it. */
export interface TaskRoute {
  /** `:name` stands for a parameter. */
  path: string
  endpoint: TaskEndpoint
  handlers: Partial<Record<'GET' | 'POST' | 'DELETE', TaskHandler>>
}

export const taskRoutes: readonly TaskRoute[] = [...midjourneyRoutes, ...sunoRoutes, ...videoRoutes]
