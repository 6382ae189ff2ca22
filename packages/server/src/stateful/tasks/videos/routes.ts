import { OPENAI_ROOT } from '../../../relay/call/endpoints.ts'
import type { TaskRoute } from '../serve-task-call.ts'
import { jimengRoutes } from './clients/jimeng.ts'
import { klingRoutes } from './clients/kling.ts'
import { getVideoContent } from './content.ts'
import { generateVideo, getGeneration } from './generations.ts'
import { createVideo, deleteVideo, getVideo, listVideos, remixVideo } from './videos.ts'

const route = (path: string, handlers: TaskRoute['handlers']): TaskRoute => ({
  path,
  endpoint: { ...OPENAI_ROOT, path },
  handlers,
})

export const videoRoutes: readonly TaskRoute[] = [
  route('/v1/videos', { GET: listVideos, POST: createVideo }),
  route('/v1/videos/:id', { GET: getVideo, DELETE: deleteVideo }),
  route('/v1/videos/:id/content', { GET: getVideoContent }),
  route('/v1/videos/:id/remix', { POST: remixVideo }),
  route('/v1/video/generations', { POST: generateVideo }),
  route('/v1/video/generations/:id', { GET: getGeneration }),
  ...klingRoutes,
  ...jimengRoutes,
]
