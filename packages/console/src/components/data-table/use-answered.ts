import { useState } from 'react'
import type { ListState } from './use-list-state.ts'

/** What the shown rows answer: the list's filters, sort and page, or the earlier ones while theirs are awaited. */
export function useAnswered({ filters, sort, page, pageSize }: ListState, isAwaited: boolean): string {
  const asked = JSON.stringify([filters, sort, page, pageSize])
  const [answered, setAnswered] = useState(asked)
  if (!isAwaited && answered !== asked) setAnswered(asked)
  return isAwaited ? answered : asked
}
