import { Button, Input } from 'antd'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LIMITS } from '../conversation/limits.ts'
import type { Part, UserMessage } from '../conversation/types.ts'
import styles from '../playground.module.css'
import { Attachments } from './attachments.tsx'
import { MessageActions } from './message-actions.tsx'
import type { ThreadView } from './thread-view.ts'
import { Versions } from './versions.tsx'

interface UserMessageProps {
  view: ThreadView
  message: UserMessage
  /** Ids of the alternative questions, separated by spaces. */
  versions: string
}

export const UserMessageView = memo(({ view, message, versions }: UserMessageProps) => {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const text = typedText(message.parts)
  const attachments = message.parts.filter(isAttached)
  const save = () => {
    setDraft(null)
    const parts = draft?.trim() ? [...attachments, { kind: 'text' as const, text: draft.trim() }] : attachments
    if (parts.length > 0) view.actions.edit(view.at, message, parts)
  }
  return (
    <li className={styles.user}>
      <h3 className={styles.who}>{t('playground.message.you')}</h3>
      <Attachments parts={attachments} />
      {draft === null ? (
        text && <p className={styles.said}>{text}</p>
      ) : (
        <div className={styles.editor}>
          <Input.TextArea
            autoFocus
            aria-label={t('playground.prompt')}
            autoSize={{ minRows: 2, maxRows: 16 }}
            maxLength={LIMITS.text}
            value={draft}
            onChange={event => setDraft(event.target.value)}
            onKeyDown={event => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Escape') setDraft(null)
              if (event.key !== 'Enter' || event.shiftKey) return
              event.preventDefault()
              save()
            }}
          />
          <div>
            <Button size="small" onClick={() => setDraft(null)}>
              {t('playground.message.cancel')}
            </Button>
            <Button size="small" type="primary" onClick={save}>
              {t('playground.message.save')}
            </Button>
          </div>
        </div>
      )}
      <div className={styles.foot}>
        <Versions ids={versions.split(' ')} shown={message.id} onShow={id => view.actions.showBranch(view.at, id)} />
        <MessageActions
          view={view}
          message={message}
          text={text}
          what={t('playground.message.copyPrompt')}
          onEdit={() => setDraft(text)}
        />
      </div>
    </li>
  )
})

/** A text with a name was read from a file. */
const isAttached = (part: Part): boolean => part.kind !== 'text' || part.name !== undefined

const typedText = (parts: Part[]): string =>
  parts.flatMap(part => (part.kind === 'text' && part.name === undefined ? [part.text] : [])).join('\n\n')
