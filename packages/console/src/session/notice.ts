import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../lib/call.ts'
import { stored, useStored } from '../lib/storage.ts'

export interface Notice {
  text: string
  isRead: boolean
  /** Stores in this browser that it was read, until its text changes. */
  markRead: () => void
}

/** Returns the operator's notice; null if there is none or it cannot be loaded. */
export function useNotice(): Notice | null {
  const { data: text = '' } = useQuery({
    queryKey: ['notice'],
    queryFn: () => send(calls.status.notice),
    staleTime: 60_000,
  })
  const [read, setRead] = useStored(stored.noticeRead)
  if (text.trim() === '') return null
  const mark = markOf(text)
  return { text, isRead: read === mark, markRead: () => setRead(mark) }
}

/** A short hash of the text (FNV-1a). */
function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(36)}`
}
