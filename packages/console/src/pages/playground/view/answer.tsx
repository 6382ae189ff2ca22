import { FileTextOutlined } from '@ant-design/icons'
import { Alert, Button, Tooltip } from 'antd'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssistantMessage } from '../conversation/types.ts'
import styles from '../playground.module.css'
import { Attachments } from './attachments.tsx'
import { Figures } from './figures.tsx'
import { Markdown } from './markdown/markdown.tsx'
import { MessageActions } from './message-actions.tsx'
import type { ThreadView } from './thread-view.ts'
import { ToolCalls } from './tool-calls.tsx'
import { Versions } from './versions.tsx'

interface AnswerProps {
  view: ThreadView
  message: AssistantMessage
  versions: string
  isLast: boolean
}

/** One answer of a model. */
export const AnswerView = memo(({ view, message, versions, isLast }: AnswerProps) => {
  const { t } = useTranslation()
  const [isSource, setSource] = useState(false)
  const { text, reasoning, images, state } = message
  const isStreaming = state === 'streaming'
  const sourceLabel = t(isSource ? 'playground.message.rendered' : 'playground.message.source')
  return (
    <li className={styles.answer} data-state={state}>
      <h3 className={styles.who}>
        <span className={styles.hidden}>{t('playground.message.model', { model: message.model })}</span>
        <span aria-hidden>{message.model}</span>
      </h3>
      {reasoning && (
        <details className={styles.reasoning}>
          <summary>{t('playground.message.reasoning')}</summary>
          <div>{reasoning}</div>
        </details>
      )}
      {isSource ? <pre className={styles.source}>{text}</pre> : text && <Markdown text={text} />}
      <Attachments parts={images} />
      <ToolCalls view={view} answer={message} isLast={isLast} />
      {isStreaming && <span className={styles.waiting} role="img" aria-label={t('playground.message.waiting')} />}
      <Ending view={view} message={message} />
      {!isStreaming && (
        <>
          <Figures answer={message} />
          <div className={styles.foot}>
            <Versions
              ids={versions.split(' ')}
              shown={message.id}
              onShow={id => view.actions.showBranch(view.at, id)}
            />
            <MessageActions view={view} message={message} text={text} what={t('playground.message.copy')}>
              {text && (
                <Tooltip title={sourceLabel}>
                  <Button
                    type="text"
                    size="small"
                    icon={<FileTextOutlined />}
                    aria-label={sourceLabel}
                    aria-pressed={isSource}
                    onClick={() => setSource(!isSource)}
                  />
                </Tooltip>
              )}
            </MessageActions>
          </div>
        </>
      )}
    </li>
  )
})

/** The formats' own words for an answer that was too long. */
const CUT_SHORT = new Set(['length', 'max_tokens', 'max_output_tokens', 'MAX_TOKENS'])

/** How it ended, unless it ended normally. */
function Ending({ view, message }: Pick<AnswerProps, 'view' | 'message'>) {
  const { t } = useTranslation()
  const { state, error, finish = '', text, toolCalls, images } = message
  if (state === 'failed')
    return (
      <Alert
        type="error"
        showIcon
        title={error || t('playground.cutOff')}
        action={
          <Button size="small" onClick={() => view.actions.regenerate(view.at, message)}>
            {t('playground.message.retry')}
          </Button>
        }
      />
    )
  const isEmpty = text === '' && toolCalls.length === 0 && images.length === 0
  const note =
    (state === 'stopped' && t('playground.message.stopped')) ||
    (state === 'lost' && t('playground.message.lost')) ||
    (CUT_SHORT.has(finish) && t('playground.message.cutShort')) ||
    (state === 'done' && isEmpty && t('playground.message.empty'))
  return note ? <p className={styles.note}>{note}</p> : null
}
