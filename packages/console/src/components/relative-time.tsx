import { Tooltip } from 'antd'
import { formatRelativeTime, formatTime } from '../lib/format.ts'

/** “3 minutes ago”, the exact time on hover. */
export function RelativeTime({ at }: { at: number }) {
  return (
    <Tooltip title={formatTime(at)}>
      <time dateTime={new Date(at * 1000).toISOString()}>{formatRelativeTime(at)}</time>
    </Tooltip>
  )
}
