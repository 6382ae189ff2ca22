import { Drawer, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { ListError } from './data-table/index.ts'

interface LoadingDrawerProps {
  title: string
  /** Why the form's row did not come. */
  error: Error | null
  errorTitle: string
  onRetry: () => void
  onClose: () => void
}

/** So long an answer may take before the wait for it is shown: a drawer that comes and goes is slower than one that comes. */
const QUICK_MS = 250

/** The place of a form whose row is still asked for. */
export function LoadingDrawer({ title, error, errorTitle, onRetry, onClose }: LoadingDrawerProps) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const wait = setTimeout(setLate, QUICK_MS, true)
    return () => clearTimeout(wait)
  }, [])
  if (!isLate && !error) return null
  return (
    <Drawer open title={title} size={640} onClose={onClose}>
      {error ? (
        <ListError title={errorTitle} error={error} onRetry={onRetry} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}
