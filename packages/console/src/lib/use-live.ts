import type { Call } from '@tollgate/contract'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { hearEvents, type LiveEvent } from './live-events.ts'

/** Receives a call's events while the page is visible. A different query opens a new stream; null: none. */
export function useLive(call: Call, query: Record<string, unknown> | null, onEvent: (event: LiveEvent) => void): void {
  const isSeen = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
  const hear = useEffectEvent(onEvent)
  const wanted = isSeen && query ? JSON.stringify(query) : null
  useEffect(() => {
    if (wanted === null) return
    const leaving = new AbortController()
    void hearEvents(call, JSON.parse(wanted), { signal: leaving.signal, onEvent: event => hear(event) })
    return () => leaving.abort()
  }, [call, wanted])
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
