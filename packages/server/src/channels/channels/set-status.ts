import { CHANNEL_STATUS, type ConsoleLanguage, LOG_TYPE } from '@tollgate/contract'
import { type Db, databaseKindOf, inTransaction } from '../../platform/storage/db.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { contentIn, messageColumns } from '../../records/logs/message.ts'
import { insertLog } from '../../records/logs/store.ts'
import type { ChannelsContext } from '../context.ts'
import { keptReason, type MessageColumns, reasonColumns, type StatusReason } from './status-reason.ts'
import { lockChannel, updateChannel } from './store.ts'

/** The dependencies of a status change; every app context has them. */
export type StatusDeps = Pick<ChannelsContext, 'db' | 'changeEvents' | 'notifications' | 'now'>

/**
 * Disables an enabled channel because its upstream refuses it (status 3): stores the reason in `other_info`, writes a
 * log row, and notifies the super admin. Only one of several concurrent callers does it, across nodes.
 * @param isStill called with the locked row in its transaction; false if an administrator has changed what the reason
 * is about
 * @returns whether this call disabled it
 */
export const disableChannel = (
  deps: StatusDeps,
  id: number,
  reason: StatusReason,
  isStill: IsStill = () => true,
): Promise<boolean> =>
  setStatus(deps, id, {
    from: CHANNEL_STATUS.enabled,
    to: CHANNEL_STATUS.autoDisabled,
    isStill,
    info: keptReason(reason, deps.now()),
    columns: channel => reasonColumns(reason, channel),
  })

/**
 * Enables a channel that the gateway has disabled; one that an administrator disabled stays disabled.
 *
 * @param isStill called with the locked row
 * @returns whether this call enabled it
 */
export const enableChannel = (deps: StatusDeps, id: number, isStill: IsStill = () => true): Promise<boolean> =>
  setStatus(deps, id, {
    from: CHANNEL_STATUS.autoDisabled,
    to: CHANNEL_STATUS.enabled,
    isStill,
    info: {},
    columns: ({ id, name }) => messageColumns('channel_recovered', { id, name }),
  })

type IsStill = (channel: ChannelRow, db: Db) => boolean | Promise<boolean>

interface StatusChange {
  from: number
  to: number
  isStill: IsStill
  /** Written to `other_info`, whose other members stay. */
  info: object
  /** The columns of the log row. */
  columns(channel: ChannelRow): MessageColumns
}

/** Minimum time between notices about a channel that goes up and down. */
const QUIET_SECONDS = 600

async function setStatus(deps: StatusDeps, id: number, change: StatusChange): Promise<boolean> {
  const { db, changeEvents, notifications, now } = deps
  const told = await inTransaction(db, async db => {
    const channel = await lockChannel(db, databaseKindOf(db), id)
    if (!channel || channel.status !== change.from || !(await change.isStill(channel, db))) return null
    const other_info = JSON.stringify({ ...infoWithoutStatus(channel.other_info), ...change.info })
    await updateChannel(db, id, { status: change.to, other_info })
    const message = change.columns(channel)
    await insertLog(db, { type: LOG_TYPE.system, created_at: now(), user_id: 0, channel_id: id, ...message })
    return message
  })
  if (!told) return false
  await changeEvents.emit('channels', id)
  notifications.tellSuperAdmin({
    kind: `channel_update_${id}_${change.to}`,
    quietSeconds: QUIET_SECONDS,
    text: change.to === CHANNEL_STATUS.enabled ? 'channelEnabled' : 'channelDisabled',
    values: (language: ConsoleLanguage) => [contentIn(told, language, String)],
    page: '/channel',
  })
  return true
}

/** Members that record an automatic status, and the probes that follow it. */
const STATUS_MEMBERS = ['status_reason', 'status_time', 'status_cause', 'probes', 'probed_at']

function infoWithoutStatus(text: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(readInfo(text)).filter(([name]) => !STATUS_MEMBERS.includes(name)))
}

/** Parses a channel's `other_info`; anything but a JSON object counts as empty. */
export function readInfo(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
