import { useEffect } from 'react'
import type { Column } from './columns.ts'

/** Tells the column chooser which columns are only in the details of each row. */
export function useTellLeftOut<Row>(leftOut: Column<Row>[], onLeftOut: ((keys: string) => void) | undefined): void {
  // A string, because a page that rebuilds its columns on each render would otherwise render forever.
  const keys = leftOut.map(({ key }) => key).join(' ')
  useEffect(() => {
    onLeftOut?.(keys)
    return () => onLeftOut?.('')
  }, [keys, onLeftOut])
}
