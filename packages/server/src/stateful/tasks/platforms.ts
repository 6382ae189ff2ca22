import { midjourneyPolling } from './midjourney/polling.ts'
import { sunoPolling } from './suno/polling.ts'
import type { TaskKind } from './task/task.ts'
import type { TaskPolling } from './vendor.ts'
import { videoPollings } from './videos/polling.ts'

/** How the tasks of each platform are polled. Drawings are the platform `midjourney`. */
const pollings: Readonly<Record<string, TaskPolling>> = {
  midjourney: midjourneyPolling,
  suno: sunoPolling,
  ...videoPollings,
}

/** Returns undefined for an unknown platform, whose tasks end only at their deadline. */
export function pollingOf(kind: TaskKind, platform: string): TaskPolling | undefined {
  const polling = Object.hasOwn(pollings, platform) ? pollings[platform] : undefined
  return polling?.kind === kind ? polling : undefined
}
