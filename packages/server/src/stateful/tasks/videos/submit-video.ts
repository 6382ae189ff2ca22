import { randomText } from '../../../platform/process/random-text.ts'
import type { TaskRow } from '../../../platform/storage/schema.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../../relay/candidates/channel-index.ts'
import { upstreamModelOf } from '../../../relay/upstream/upstream-request.ts'
import type { TaskCallContext } from '../serve-task-call.ts'
import { submitTask } from '../submit-task.ts'
import type { TaskChannel, UpstreamTaskRequest, VideoRequest, VideoVendor } from '../vendor.ts'
import { fetchImages } from './fetch-images.ts'
import { vendorFor } from './vendors/index.ts'
import type { AskedVideo } from './video-fields.ts'

const DEADLINE_SECONDS = 24 * 3600
const FIRST_POLL_SECONDS = 15
/** How much of a prompt is kept for answers. */
const LONGEST_KEPT_PROMPT = 2000

/** The source of a remix: its row and channel. */
export interface Remixed {
  row: TaskRow
  channel: TaskChannel
}

/**
 * Submits a video to a channel whose vendor accepts it, or to the channel of the video it remixes. @throws RoutingFailure |
 * ApiError
 */
export function submitVideo(
  asked: AskedVideo,
  context: TaskCallContext,
  remixed: Remixed | null = null,
): Promise<TaskRow> {
  const { model } = asked
  const { images: _pictures, ...searched } = asked
  return submitTask(
    {
      kind: 'tasks',
      model,
      text: JSON.stringify(searched),
      takes: channel => vendorOn(channel, model) !== undefined,
      ...(remixed && { only: remixed.channel }),
      seconds: DEADLINE_SECONDS,
      pollSeconds: FIRST_POLL_SECONDS,
      prepare(channel, upstreamModel) {
        const vendor = vendorFor(channel, upstreamModel)
        if (!vendor) throw relayError('task_no_channel', { model, group: '' })
        const request: VideoRequest = { ...asked, upstreamModel, remixOf: remixed?.row.upstream_id ?? null }
        const factors = vendor.factors(request)
        const tokens = vendor.tokens?.(request)
        const footage = vendor.footage(request)
        const sent = sendable(request, vendor, channel, context)
        return {
          factors,
          footage,
          ...(tokens !== undefined && { tokens }),
          columns: columnsOf(asked, vendor, channel, remixed, context.deps.now()),
          request: sent,
          read: async (answer, status) => vendor.readSubmitted(answer, status, await sent),
        }
      },
    },
    context,
  )
}

async function sendable(
  request: VideoRequest,
  vendor: VideoVendor,
  channel: TaskChannel,
  context: TaskCallContext,
): Promise<UpstreamTaskRequest> {
  const images = vendor.takesData ? await fetchImages(request.images, context) : request.images
  return vendor.submit({ ...request, images }, channel, context.deps)
}

/** Returns the vendor of a model on a channel. A channel with a cyclic mapping does not serve the model. */
function vendorOn(channel: OpenChannel, model: string): VideoVendor | undefined {
  try {
    return vendorFor(channel, upstreamModelOf(channel, model))
  } catch {
    return undefined
  }
}

function columnsOf(
  { prompt, seconds, size, images }: AskedVideo,
  { platform }: VideoVendor,
  channel: TaskChannel,
  remixed: Remixed | null,
  now: number,
) {
  const kept = {
    prompt: prompt.slice(0, LONGEST_KEPT_PROMPT),
    seconds,
    size: size ? `${size.width}x${size.height}` : '',
    remixed_from: remixed?.row.task_id ?? null,
  }
  return {
    task_id: `task_${randomText(32)}`,
    platform,
    created_at: now,
    submit_time: now,
    progress: '0%',
    action: remixed ? 'REMIX' : images.length > 0 ? 'IMAGE_TO_VIDEO' : 'TEXT_TO_VIDEO',
    channel_id: channel.id,
    channel_type: channel.type,
    channel_key: channel.keyId ?? '',
    origin_id: remixed?.row.id ?? 0,
    properties: JSON.stringify(kept),
  }
}
