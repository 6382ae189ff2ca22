import type { TaskPolling, VideoVendor } from '../vendor.ts'
import { videoVendors } from './vendors/index.ts'

/** Video vendors are polled one task at a time. */
const pollingBy = (vendor: VideoVendor): TaskPolling<'tasks'> => ({
  kind: 'tasks',
  most: 1,
  ask([task], channel, tools) {
    if (!task) throw new Error('a poll needs a task')
    return vendor.poll(task, channel, tools)
  },
  read(answer, [task]) {
    const progress = vendor.readPolled(answer)
    // The vendor does not know yet, which counts as no report.
    if (progress === 'later') return new Map()
    return progress && task ? new Map([[task.upstream_id, progress]]) : null
  },
})

/** By platform. */
export const videoPollings: Readonly<Record<string, TaskPolling<'tasks'>>> = Object.fromEntries(
  videoVendors.map(vendor => [vendor.platform, pollingBy(vendor)]),
)
