import type { Log } from '@tollgate/contract'
import type { FoundLog } from './store.ts'

/** A log row as an administrator sees it. */
export function toLog({ channel_id, channel_name, is_stream, ...row }: FoundLog): Log {
  return { ...row, channel: channel_id, channel_name: channel_name ?? '', is_stream: is_stream === 1 }
}

/** A log row as its own user sees it: which channels were tried is the operator's affair. */
export function toOwnLog(row: FoundLog): Log {
  return { ...toLog(row), channel: 0, channel_name: '', other: withoutAdminInfo(row.other) }
}

function withoutAdminInfo(other: string): string {
  if (!other.includes('"admin_info"')) return other
  const { admin_info, ...rest } = JSON.parse(other) as Record<string, unknown>
  return JSON.stringify(rest)
}
