import type { InboxMessage } from '@tollgate/contract'
import { Button, Modal, Spin } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../components/data-table/index.ts'
import MessageText from '../components/message-text.tsx'
import { OperatorContent } from '../components/operator-content.tsx'
import { RelativeTime } from '../components/relative-time.tsx'
import { useInbox, useMarkRead } from '../session/inbox.ts'
import { type Notice, useNotice } from '../session/notice.ts'
import styles from './inbox-dialog.module.css'

/** The notice and the messages to the user; one that is opened counts as read. */
export default function InboxDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const notice = useNotice()
  const { data, error, isLoading, refetch } = useInbox()
  const { mutate: markRead, isPending } = useMarkRead()
  const unread = data?.filter(({ is_read }) => !is_read).map(({ id }) => id) ?? []
  const markAll = (
    <Button disabled={unread.length === 0} loading={isPending} onClick={() => markRead(unread)}>
      {t('inbox.markAll')}
    </Button>
  )
  return (
    <Modal open title={t('layout.inbox.title')} footer={markAll} width={640} onCancel={onClose}>
      <div className={styles.messages}>
        {notice && <NoticeEntry notice={notice} />}
        {error && <ListError error={error} onRetry={refetch} />}
        {isLoading && <Spin />}
        {data?.length === 0 && !notice && <p>{t('inbox.empty')}</p>}
        {data?.map(message => (
          <Entry key={message.id} message={message} onOpen={() => !message.is_read && markRead([message.id])} />
        ))}
      </div>
    </Modal>
  )
}

function Entry({ message: { title, text, sent_at, is_read }, onOpen }: { message: InboxMessage; onOpen: () => void }) {
  const { t } = useTranslation()
  return (
    <details className={styles.message} onToggle={({ currentTarget }) => currentTarget.open && onOpen()}>
      <summary>
        <span className={styles.title} data-unread={!is_read}>
          {title}
          {!is_read && <span className={styles.mark}>{t('inbox.isNew')}</span>}
        </span>
        <RelativeTime at={sent_at} />
      </summary>
      <MessageText text={text} />
    </details>
  )
}

function NoticeEntry({ notice: { text, isRead, markRead } }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <details className={styles.message} onToggle={({ currentTarget }) => currentTarget.open && !isRead && markRead()}>
      <summary>
        <span className={styles.title} data-unread={!isRead}>
          {t('layout.notice.title')}
        </span>
      </summary>
      <OperatorContent text={text} title={t('layout.notice.title')} />
    </details>
  )
}
