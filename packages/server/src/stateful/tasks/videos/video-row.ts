import { z } from 'zod'
import type { TaskRow } from '../../../platform/storage/schema.ts'
import { videoVendors } from './vendors/index.ts'

/** Every video platform: a user's videos are listed and found across all of them. */
export const VIDEO_PLATFORMS: readonly string[] = videoVendors.map(({ platform }) => platform)

export const vendorOf = ({ platform }: TaskRow) => videoVendors.find(vendor => vendor.platform === platform)

/** The parts of the request that answers repeat: the row's `properties`. */
const properties = z.object({
  prompt: z.string().catch(''),
  seconds: z.number().nullable().catch(null),
  size: z.string().catch(''),
  remixed_from: z.string().nullable().catch(null),
})
export type VideoProperties = z.output<typeof properties>

const NOTHING: VideoProperties = { prompt: '', seconds: null, size: '', remixed_from: null }

export function propertiesOf(row: Pick<TaskRow, 'properties'>): VideoProperties {
  try {
    return properties.safeParse(JSON.parse(row.properties)).data ?? NOTHING
  } catch {
    return NOTHING
  }
}

/** OpenAI's names for states. */
const STATUSES: Readonly<Record<string, string>> = {
  SUCCESS: 'completed',
  FAILURE: 'failed',
  IN_PROGRESS: 'in_progress',
}

/** Returns a video in OpenAI's form. https://platform.openai.com/docs/api-reference/videos/object */
export function toVideo(row: TaskRow) {
  const { seconds, size, prompt, remixed_from } = propertiesOf(row)
  return {
    id: row.task_id,
    task_id: row.task_id,
    object: 'video',
    model: row.model,
    status: STATUSES[row.status] ?? 'queued',
    progress: Number.parseInt(row.progress, 10) || 0,
    created_at: row.created_at,
    completed_at: row.status === 'SUCCESS' ? row.finish_time : null,
    expires_at: null,
    ...(seconds !== null && { seconds: String(seconds) }),
    ...(size !== '' && { size }),
    prompt,
    remixed_from_video_id: remixed_from,
    error: row.status === 'FAILURE' ? { code: 'task_failed', message: row.fail_reason } : null,
  }
}
