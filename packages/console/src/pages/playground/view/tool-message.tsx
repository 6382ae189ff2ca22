import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolMessage } from '../conversation/types.ts'
import styles from '../playground.module.css'
import { MessageActions } from './message-actions.tsx'
import type { ThreadView } from './thread-view.ts'
import { Versions } from './versions.tsx'

interface ToolMessageProps {
  view: ThreadView
  message: ToolMessage
  versions: string
}

/** Tool results as the user gave them. */
export const ToolMessageView = memo(({ view, message, versions }: ToolMessageProps) => {
  const { t } = useTranslation()
  return (
    <li className={styles.user}>
      <h3 className={styles.who}>{t('playground.message.tools')}</h3>
      {message.results.map(({ callId, name, content }) => (
        <div key={callId} className={styles.tool}>
          <strong>{t('playground.tools.gave', { name })}</strong>
          <pre>{content}</pre>
        </div>
      ))}
      <div className={styles.foot}>
        <Versions ids={versions.split(' ')} shown={message.id} onShow={id => view.actions.showBranch(view.at, id)} />
        <MessageActions view={view} message={message} text="" what="" />
      </div>
    </li>
  )
})
