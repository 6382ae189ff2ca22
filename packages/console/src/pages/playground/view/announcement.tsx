import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRunning } from '../conversation/actions.ts'
import type { Thread } from '../conversation/types.ts'
import styles from '../playground.module.css'

/** Tells screen readers once how an answer ended, instead of every piece of it. */
export function Announcement({ threads }: { threads: Thread[] }) {
  const { t } = useTranslation()
  const [words, setWords] = useState('')
  const running = threads.flatMap(({ messages }) => Object.values(messages).filter(isRunning)).map(({ id }) => id)
  const before = useRef<string[]>([])
  const ended = before.current.filter(id => !running.includes(id))
  useEffect(() => {
    before.current = running
    const [message] = threads.flatMap(({ messages }) => messages[ended[0] ?? ''] ?? [])
    if (message?.role !== 'assistant') return
    const { state } = message
    if (state === 'done' || state === 'stopped' || state === 'failed') setWords(t(`playground.announce.${state}`))
  })
  return (
    <p role="status" className={styles.hidden}>
      {words}
    </p>
  )
}
