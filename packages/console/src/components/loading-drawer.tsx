import { Drawer, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { ListError } from './data-table/index.ts'

interface LoadingDrawerProps {
  title: string
  /** Why the form's row failed to load. */
  error: Error | null
  errorTitle: string
  onRetry: () => void
  onClose: () => void
}

/** A quicker answer shows no waiting state: a drawer that flickers feels slower. */
const QUICK_MS = 250

/** Stands in for a form whose row is loading. */
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
