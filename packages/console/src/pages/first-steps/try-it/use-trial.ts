import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { useEffect, useRef, useState } from 'react'
import { send } from '../../../lib/call.ts'
import { readOther } from '../../../lib/log-other.ts'
import type { LogRow } from '../../log/api.ts'
import { callWithToken } from './call-with-token.ts'

/** One call with a token's key: its progress and its result. */
export interface Trial {
  state: 'idle' | 'running' | 'done' | 'failed'
  text: string
  error: string
  /** Milliseconds to the first piece of text, and to the end. */
  firstMs: number | undefined
  totalMs: number | undefined
  requestId: string | null
}

const IDLE: Trial = { state: 'idle', text: '', error: '', firstMs: undefined, totalMs: undefined, requestId: null }

/** Makes one call at a time; leaving ends the running one. */
export function useTrial(): { trial: Trial; run(call: { key: string; model: string; prompt: string }): void } {
  const [trial, setTrial] = useState(IDLE)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function run(call: { key: string; model: string; prompt: string }): Promise<void> {
    running.current?.abort()
    const aborter = new AbortController()
    running.current = aborter
    const beganAt = performance.now()
    const elapsed = () => Math.round(performance.now() - beganAt)
    const note = (change: (trial: Trial) => Partial<Trial>) => {
      if (!aborter.signal.aborted) setTrial(before => ({ ...before, ...change(before) }))
    }
    setTrial({ ...IDLE, state: 'running' })
    try {
      const { signal } = aborter
      for await (const piece of callWithToken({ ...call, signal, onStart: requestId => note(() => ({ requestId })) }))
        note(({ text, firstMs = elapsed() }) => ({ text: text + piece, firstMs }))
      note(() => ({ state: 'done', totalMs: elapsed() }))
    } catch (error) {
      note(() => ({ state: 'failed', error: (error as Error).message, totalMs: elapsed() }))
    }
  }
  return { trial, run: call => void run(call) }
}

const LOOK_AGAIN_MS = 700

/** The log row of an ended call once it is written; undefined until then. */
export function useReceipt({ state, requestId }: Trial): LogRow | undefined {
  const isWanted = state === 'done' && requestId !== null
  const { data } = useQuery({
    queryKey: ['logs', 'of', requestId],
    queryFn: async () =>
      (await send(calls.logs.listSelf, { query: { request_id: requestId ?? '' } })).items.at(0) ?? null,
    enabled: isWanted,
    refetchInterval: query => (query.state.data ? false : LOOK_AGAIN_MS),
  })
  return data && isWanted ? { ...data, details: readOther(data.other) } : undefined
}
