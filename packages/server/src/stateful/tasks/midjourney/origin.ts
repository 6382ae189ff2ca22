import type { DrawingRow } from '../../../platform/storage/schema.ts'
import { relayError } from '../../../relay/call/relay-error.ts'
import type { OpenChannel } from '../../../relay/candidates/channel-index.ts'
import { withKey } from '../../../relay/candidates/keys/channel-keys.ts'
import type { StatefulDeps } from '../../stateful-deps.ts'
import { CHANNEL_TYPES } from './endpoint.ts'
import { findOwn } from './store.ts'
import type { Submission } from './submissions.ts'

/** The task that another continues, with the channel that knows it. */
export interface FoundOrigin {
  row: DrawingRow
  upstreamId: string
  /** The channel with the key that created the task. */
  channel: OpenChannel
}

/**
 * Finds the user's task that a submission continues.
 *
 * @throws ApiError if there is none, it has not succeeded, or its channel is gone or disabled
 */
export async function findOrigin(
  { taskId, mustHaveSucceeded }: NonNullable<Submission['origin']>,
  userId: number,
  deps: StatefulDeps,
): Promise<FoundOrigin> {
  const row = await findOwn(deps.tasks.db, userId, taskId)
  if (!row) throw relayError('task_not_found', { id: taskId })
  const mustSucceed = mustHaveSucceeded && deps.options.get('MjActionCheckSuccessEnabled')
  const upstreamId = upstreamIdOf(row)
  if (upstreamId === '' || (mustSucceed && row.status !== 'SUCCESS'))
    throw relayError('task_status_not_success', { id: taskId })
  return { row, upstreamId, channel: channelOf(row, deps) }
}

/** Older versions showed clients the upstream's own id and stored no other. */
export const upstreamIdOf = ({ upstream_id, mj_id, terms }: DrawingRow): string =>
  upstream_id || (terms === '' ? mj_id : '')

/** The enabled channel of a task. @throws ApiError */
export function channelOf(row: DrawingRow, { channels }: Pick<StatefulDeps, 'channels'>): OpenChannel {
  const channel = channels.byId(row.channel_id)
  const isSame = channel && CHANNEL_TYPES.includes(channel.type)
  if (!isSame) throw relayError('get_channel_info_failed', { id: row.mj_id })
  return withKey(channel, row.channel_key)
}
