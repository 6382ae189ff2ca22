import { ArrowUpOutlined, BorderOutlined, PaperClipOutlined } from '@ant-design/icons'
import { App, Button, Input, Tooltip } from 'antd'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { FILE_TYPES, IMAGE_TYPES, LIMITS } from '../conversation/limits.ts'
import { readFiles } from '../conversation/read-files.ts'
import type { Part } from '../conversation/types.ts'
import styles from '../playground.module.css'
import { Attachments } from './attachments.tsx'

interface ComposerProps {
  draft: string
  onDraft: (draft: string) => void
  isRunning: boolean
  /** There is a model to ask. */
  canSend: boolean
  onSend: (parts: Part[]) => void
  onStop: () => void
}

const ACCEPTED = [
  ...IMAGE_TYPES,
  ...FILE_TYPES,
  'text/*',
  '.md',
  '.json',
  '.csv',
  '.yaml',
  '.yml',
  '.ts',
  '.py',
  '.go',
].join(',')

/** The input for text, and for images and files that are chosen, pasted or dropped. */
export function Composer({ draft, onDraft, isRunning, canSend, onSend, onStop }: ComposerProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const isPhone = useIsPhone()
  const [attachments, setAttachments] = useState<Part[]>([])
  const [reading, setReading] = useState(0)
  const [isOver, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const text = draft.trim()
  // A file that is still being read belongs to this message.
  const isReady = canSend && !isRunning && reading === 0 && (text !== '' || attachments.length > 0)

  const add = async (files: File[]) => {
    if (files.length === 0) return
    setReading(count => count + 1)
    const { taken, refused } = await readFiles(files, attachments.length).finally(() => setReading(count => count - 1))
    setAttachments(before => [...before, ...taken].slice(0, LIMITS.attachments))
    for (const { name, problem } of refused)
      message.warning(t(`playground.refused.${problem}`, { name, most: LIMITS.attachments }))
  }
  const send = () => {
    if (!isReady) return
    onSend([...attachments, ...(text ? [{ kind: 'text' as const, text }] : [])])
    setAttachments([])
    onDraft('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter during input-method composition chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length > 0) event.preventDefault()
    void add(files)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be chosen by the button too
    <div
      className={styles.composer}
      data-over={isOver}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Attachments
        parts={attachments}
        onRemove={at => setAttachments(attachments.filter((_, index) => index !== at))}
      />
      <Input.TextArea
        variant="borderless"
        aria-label={t('playground.prompt')}
        placeholder={isOver ? t('playground.drop') : t('playground.promptPlaceholder')}
        autoSize={{ minRows: isPhone ? 1 : 2, maxRows: isPhone ? 6 : 12 }}
        maxLength={LIMITS.text}
        value={draft}
        onChange={event => onDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <div className={styles.composerBar}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          onChange={event => {
            void add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Tooltip title={t('playground.attach')}>
          <Button
            type="text"
            icon={<PaperClipOutlined />}
            aria-label={t('playground.attach')}
            onClick={() => chooser.current?.click()}
          />
        </Tooltip>
        <span className={styles.keys}>{t('playground.keys')}</span>
        {isRunning ? (
          <Button icon={<BorderOutlined />} onClick={onStop}>
            {t('playground.stop')}
          </Button>
        ) : (
          <Button type="primary" icon={<ArrowUpOutlined />} disabled={!isReady} onClick={send}>
            {t('playground.send')}
          </Button>
        )}
      </div>
    </div>
  )
}
