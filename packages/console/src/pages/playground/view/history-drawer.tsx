import { DeleteOutlined, DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Drawer, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { useConfirm } from '../../../components/use-confirm.ts'
import { useUndoToast } from '../../../components/use-undo-toast.tsx'
import { saveAs } from '../../../lib/download.ts'
import type { Summary } from '../conversation/database.ts'
import { LIMITS } from '../conversation/limits.ts'
import { newId } from '../conversation/new-id.ts'
import { readExport, writeExport } from '../conversation/read-export.ts'
import type { ConversationStore } from '../conversation/store.ts'
import styles from '../playground.module.css'

interface HistoryDrawerProps {
  store: ConversationStore
  summaries: readonly Summary[]
  current: string
  onClose: () => void
}

const MB = 1024 * 1024

/** The chats stored in this browser. */
export function HistoryDrawer({ store, summaries, current, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const undoable = useUndoToast()
  const [search, setSearch] = useState('')
  const chooser = useRef<HTMLInputElement>(null)
  const titleOf = ({ title }: Summary) => title || t('playground.history.untitled')
  const found = summaries.filter(summary => titleOf(summary).toLowerCase().includes(search.trim().toLowerCase()))

  const exportAll = async () =>
    saveAs('playground.json', new Blob([writeExport(await store.all())], { type: 'application/json' }))
  const importFrom = async (file: File) => {
    if (file.size > LIMITS.importBytes)
      return message.error(t('playground.history.tooLarge', { limit: LIMITS.importBytes / MB }))
    const conversations = readExport(await file.text())
    if (!conversations) return message.error(t('playground.history.notImported'))
    // New ids, so that nothing existing is overwritten.
    await store.add(conversations.map(conversation => ({ ...conversation, id: newId() })))
    message.success(t('playground.history.imported', { count: conversations.length }))
  }
  const removeOne = async (summary: Summary) => {
    const removed = await store.load(summary.id)
    await store.remove([summary.id])
    if (removed) undoable(t('playground.history.removed', { title: titleOf(summary) }), () => store.add([removed]))
  }
  const removeAll = async () => {
    const isMeant = await confirm({
      title: t('playground.history.removeAllTitle'),
      consequence: t('playground.history.removeAllHint'),
      agree: t('playground.history.removeAll'),
      danger: true,
    })
    if (isMeant) await store.remove(summaries.map(({ id }) => id))
  }

  return (
    <Drawer open placement="left" size={380} title={t('playground.history.open')} onClose={onClose}>
      <div className={styles.historyBar}>
        <Button icon={<UploadOutlined />} onClick={() => chooser.current?.click()}>
          {t('playground.history.import')}
        </Button>
        <Button icon={<DownloadOutlined />} disabled={summaries.length === 0} onClick={exportAll}>
          {t('playground.history.export')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept="application/json,.json"
          onChange={event => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void importFrom(file)
          }}
        />
      </div>
      {summaries.length > 8 && (
        <Input
          allowClear
          aria-label={t('playground.history.search')}
          placeholder={t('playground.history.search')}
          value={search}
          onChange={event => setSearch(event.target.value)}
        />
      )}
      {summaries.length === 0 && <p className={styles.note}>{t('playground.history.none')}</p>}
      <ul className={styles.history}>
        {found.map(summary => (
          <li key={summary.id} data-current={summary.id === current}>
            <button
              type="button"
              aria-current={summary.id === current}
              onClick={() => {
                void store.open(summary.id)
                onClose()
              }}
            >
              <span>{titleOf(summary)}</span>
              <RelativeTime at={Math.floor(summary.updatedAt / 1000)} />
            </button>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('playground.history.remove', { title: titleOf(summary) })}
              onClick={() => removeOne(summary)}
            />
          </li>
        ))}
      </ul>
      {summaries.length > 0 && (
        <>
          <p className={styles.note}>{t('playground.history.kept', { most: LIMITS.conversations })}</p>
          <Button danger type="text" size="small" onClick={removeAll}>
            {t('playground.history.removeAll')}
          </Button>
        </>
      )}
    </Drawer>
  )
}
