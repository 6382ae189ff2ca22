import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { askAgain } from '../../lib/ask-again.ts'
import { type BatchState, runBatch } from './run-batch.ts'

export interface Deed<Row> {
  /** Shown while it runs. */
  title: string
  /** How many rows one call handles. */
  atOnce?: number
  act: (rows: Row[]) => Promise<unknown>
}

export interface RunningBatch extends BatchState {
  title: string
  isStopped: boolean
}

/**
 * Runs one batch at a time and reports its progress.
 * @param of the names of the queries to refetch afterwards
 */
export function useBatch(of: readonly string[]) {
  const client = useQueryClient()
  const [batch, setBatch] = useState<RunningBatch>()
  const isStopped = useRef(false)

  const run = async <Row extends { name: string }>({ title, atOnce = 1, act }: Deed<Row>, rows: readonly Row[]) => {
    isStopped.current = false
    const end = await runBatch({
      rows,
      atOnce,
      act,
      isStopped: () => isStopped.current,
      onProgress: state => setBatch({ ...state, title, isStopped: isStopped.current }),
    })
    await askAgain(client, of)
    const isWhole = end.failures.length === 0 && end.done === rows.length
    if (isWhole) setBatch(undefined)
    return { ...end, isWhole }
  }
  return {
    batch,
    run,
    stop: () => {
      isStopped.current = true
    },
    close: () => setBatch(undefined),
  }
}

export type Batch = ReturnType<typeof useBatch>
