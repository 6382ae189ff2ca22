import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { send } from '../lib/call.ts'
import { stored, useStored } from '../lib/storage.ts'

export interface Notice {
  text: string
  isRead: boolean
  /** Remembers in this browser that it was read, until it says something else. */
  markRead: () => void
}

/** The operator's notice; null: there is none, or none that could be had. */
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

/** Short, and another one for another text (FNV-1a). */
function markOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(36)}`
}
