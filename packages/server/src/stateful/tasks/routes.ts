import { midjourneyRoutes } from './midjourney/routes.ts'
import type { TaskRoute } from './serve-task-call.ts'
import { sunoRoutes } from './suno/routes.ts'
import { videoRoutes } from './videos/routes.ts'

/** The paths for submitting and fetching tasks, with their handlers. */
export const taskRoutes: readonly TaskRoute[] = [...midjourneyRoutes, ...sunoRoutes, ...videoRoutes]
