import type { TaskProgress } from '../task/task.ts'
import type { TaskPolling } from '../vendor.ts'
import { readReport, reportedIdOf } from './report.ts'
import { upstreamRequest } from './upstream-request.ts'

/** Polls drawings, up to a hundred of a channel at once. */
export const midjourneyPolling: TaskPolling<'midjourneys'> = {
  kind: 'midjourneys',
  most: 100,
  ask: (tasks, channel) =>
    upstreamRequest(channel, 'POST', '/mj/task/list-by-condition', {
      ids: [...new Set(tasks.map(task => task.upstream_id))],
    }),
  read(answer, tasks) {
    if (!Array.isArray(answer)) return null
    const asked = new Set(tasks.map(task => task.upstream_id))
    const told = new Map<string, TaskProgress<'midjourneys'> | 'unclear'>()
    for (const one of answer.slice(0, LONGEST_LIST)) {
      const id = reportedIdOf(one)
      if (asked.has(id)) told.set(id, readReport(one)?.progress ?? 'unclear')
    }
    return told
  },
}

/** An upstream may report more tasks than it was asked for. */
const LONGEST_LIST = 10_000
