import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Actions } from '../conversation/actions.ts'
import { LIMITS } from '../conversation/limits.ts'
import type { ConversationStore } from '../conversation/store.ts'
import { shownPath } from '../conversation/tree.ts'
import type { Message, Thread } from '../conversation/types.ts'
import styles from '../playground.module.css'
import { AnswerView } from './answer.tsx'
import { Choosers } from './choosers.tsx'
import type { ThreadView } from './thread-view.ts'
import { ToolMessageView } from './tool-message.tsx'
import { UserMessageView } from './user-message.tsx'

interface ThreadColumnProps {
  store: ConversationStore
  id: string
  thread: Thread
  at: number
  actions: Actions
}

/** One model and the messages to and from it. */
export function ThreadColumn({ store, id, thread, at, actions }: ThreadColumnProps) {
  const { t } = useTranslation()
  const view = useMemo(
    (): ThreadView => ({ actions, at, threadNow: () => store.find(id)?.threads[at] }),
    [actions, at, store, id],
  )
  const choose = useMemo(() => actions.choose.bind(null, at), [actions, at])
  const [shown, setShown] = useState<number>(LIMITS.shownMessages)
  const path = shownPath(thread)
  const visible = path.slice(-shown)
  const hidden = path.length - visible.length
  const versions = versionsOf(thread)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLOListElement>(null)
  useKeptAtEnd(box, list, path.length)

  return (
    <section className={styles.column} aria-label={t('playground.message.list', { model: thread.model })}>
      <Choosers choice={thread} suffix={at === 0 ? '' : t('playground.choose.second')} onChoose={choose} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <div ref={box} className={styles.messages} tabIndex={0}>
        {hidden > 0 && (
          <Button size="small" onClick={() => setShown(shown + LIMITS.shownMessages)}>
            {t('playground.message.earlier', { count: hidden })}
          </Button>
        )}
        <ol ref={list} className={styles.list}>
          {visible.map(message => (
            <MessageView
              key={message.id}
              view={view}
              message={message}
              versions={versions.get(message.parent)?.join(' ') ?? message.id}
              isLast={message.id === thread.leaf}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

interface MessageViewProps {
  view: ThreadView
  message: Message
  versions: string
  isLast: boolean
}

function MessageView({ message, isLast, ...common }: MessageViewProps) {
  if (message.role === 'user') return <UserMessageView {...common} message={message} />
  if (message.role === 'tool') return <ToolMessageView {...common} message={message} />
  return <AnswerView {...common} message={message} isLast={isLast} />
}

/** Ids by the previous message: the alternatives at one place. */
function versionsOf({ messages }: Thread): Map<string | null, string[]> {
  const versions = new Map<string | null, string[]>()
  for (const { id, parent } of Object.values(messages)) {
    const known = versions.get(parent)
    if (known) known.push(id)
    else versions.set(parent, [id])
  }
  return versions
}

/** Within this many pixels the end counts as reached. */
const NEAR = 80

/** Keeps the end in view as content is added, unless the reader has scrolled away. */
function useKeptAtEnd(
  box: { current: HTMLElement | null },
  list: { current: HTMLElement | null },
  count: number,
): void {
  const isAtEnd = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message more is asked for, so its beginning is shown
  useEffect(() => {
    isAtEnd.current = true
  }, [count])
  useEffect(() => {
    const element = box.current
    if (!element || !list.current) return
    const note = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR
    }
    // Also while off-screen content is laid out.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTo({ top: element.scrollHeight })
    })
    observer.observe(list.current)
    element.addEventListener('scroll', note, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', note)
    }
  }, [box, list])
}
