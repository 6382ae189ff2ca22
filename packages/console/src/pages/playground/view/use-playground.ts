import { useMemo, useSyncExternalStore } from 'react'
import { actionsOf } from '../conversation/actions.ts'
import { storeOf } from '../conversation/store.ts'

/** A user's current conversation, the others, and their actions. */
export function usePlayground(userId: number) {
  const store = storeOf(userId)
  const conversation = useSyncExternalStore(store.subscribe, store.current)
  const summaries = useSyncExternalStore(store.subscribe, store.summaries)
  const isUnkept = useSyncExternalStore(store.subscribe, store.isUnkept)
  const id = conversation?.id ?? ''
  const actions = useMemo(() => actionsOf(store, id), [store, id])
  return { store, conversation, summaries, isUnkept, actions }
}
