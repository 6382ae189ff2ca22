import { formatRelativeTime, formatTime } from '../lib/format.ts'
import { Hint } from './hint/index.tsx'
import { usePrinting } from './use-printing.ts'

/** “3 minutes ago”, with the exact time on hover and on paper. */
export function RelativeTime({ at }: { at: number }) {
  const isPrinting = usePrinting()
  if (isPrinting) return formatTime(at)
  return (
    <Hint title={() => formatTime(at)}>
      <time dateTime={new Date(at * 1000).toISOString()}>{formatRelativeTime(at)}</time>
    </Hint>
  )
}
