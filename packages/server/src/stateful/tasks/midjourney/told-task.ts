import type { DrawingRow } from '../../../platform/storage/schema.ts'

/**
 * Returns a drawing in the form of Midjourney proxies.
 *
 * @param pictureAddress the URL of its picture; null: the upstream's
 */
export function toldTask(
  row: DrawingRow,
  pictureAddress: ((row: DrawingRow) => string) | null,
): Record<string, unknown> {
  const imageUrl = row.image_url && pictureAddress ? pictureAddress(row) : row.image_url
  const videoUrls = videosOf(row)
  return {
    id: row.mj_id,
    action: row.action,
    botType: row.bot_type,
    prompt: row.prompt,
    promptEn: row.prompt_en,
    description: row.description,
    state: row.state,
    submitTime: row.submit_time,
    startTime: row.start_time,
    finishTime: row.finish_time,
    imageUrl,
    ...(videoUrls.length > 0 && { videoUrl: videoUrls[0], videoUrls: videoUrls.map(url => ({ url })) }),
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    buttons: read(row.buttons, []),
    properties: read(row.properties, {}),
  }
}

function videosOf({ video_url, data }: DrawingRow): string[] {
  const { videoUrls } = read(data, {}) as { videoUrls?: unknown }
  if (Array.isArray(videoUrls)) return videoUrls.filter(url => typeof url === 'string')
  return video_url ? [video_url] : []
}

/** Parses stored JSON, in which older versions may have put anything. */
function read(text: string, otherwise: object): unknown {
  if (text === '') return otherwise
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
