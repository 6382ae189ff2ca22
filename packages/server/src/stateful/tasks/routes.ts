import { midjourneyRoutes } from './midjourney/routes.ts'
import type { TaskRoute } from './serve-task-call.ts'
import { sunoRoutes } from './suno/routes.ts'
import { videoRoutes } from './videos/routes.ts'

/** Where tasks are submitted and asked after, with what serves it. */
export const taskRoutes: readonly TaskRoute[] = [...midjourneyRoutes, ...sunoRoutes, ...videoRoutes]
