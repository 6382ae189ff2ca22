import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lazyPart } from '../lib/lazy-part.tsx'
import { paths } from '../lib/paths.ts'
import { withPhrases } from '../phrases/index.ts'
import { useInboxCounts } from '../session/inbox.ts'
import { useNotice } from '../session/notice.ts'
import { useUser } from '../session/user.ts'
import styles from './top-bar.module.css'

/** Pages over which it does not open by itself. */
const QUIET: string[] = [paths.home, paths.settings]
const MOST_SHOWN = 99

const NoticeDialog = lazyPart(() => import('./notice-dialog.tsx'))
const InboxDialog = lazyPart(() => withPhrases(['inbox'], import('./inbox-dialog.tsx')))

/**
 * The bell in the top bar, shown if there is a notice or a message to the user. A number says how many messages are
 * unread, a dot that the notice is. For signed-in users the notice opens by itself, once per text, except over the home
 * page, which shows it, and over settings, where it is written.
 */
export function NoticeButton() {
  const { t } = useTranslation()
  const notice = useNotice()
  const user = useUser()
  const { total, unread } = useInboxCounts()
  const { pathname } = useLocation()
  const [isAsked, setAsked] = useState(false)
  const hasInbox = user !== null && total > 0
  if (!notice && !hasInbox) return null
  const isNoticeNew = notice !== null && !notice.isRead
  const opensItself = user !== null && isNoticeNew && !QUIET.includes(pathname)
  const noticeLabel = t(isNoticeNew ? 'layout.notice.unread' : 'layout.notice.title')
  const inboxLabel = unread > 0 ? t('layout.inbox.unread', { count: unread }) : t('layout.inbox.title')
  const label = hasInbox ? inboxLabel : noticeLabel
  const close = () => {
    setAsked(false)
    notice?.markRead()
  }
  return (
    <>
      <Button
        type="text"
        className={styles.bell}
        data-unread={isNoticeNew && unread === 0}
        data-count={hasInbox && unread > 0 ? Math.min(unread, MOST_SHOWN) : undefined}
        icon={<BellOutlined />}
        title={label}
        aria-label={label}
        onClick={() => setAsked(true)}
      />
      {isAsked && hasInbox && <InboxDialog onClose={() => setAsked(false)} />}
      {notice && (opensItself || (isAsked && !hasInbox)) && <NoticeDialog text={notice.text} onClose={close} />}
    </>
  )
}
