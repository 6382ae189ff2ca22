import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lazyPart } from '../lib/lazy-part.tsx'
import { paths } from '../lib/paths.ts'
import { useNotice } from '../session/notice.ts'
import { useUser } from '../session/user.ts'
import styles from './top-bar.module.css'

/** Pages over which it does not open by itself. */
const QUIET: string[] = [paths.home, paths.settings]

const NoticeDialog = lazyPart(() => import('./notice-dialog.tsx'))

/**
 * The bell in the top bar, shown if there is a notice; a dot marks it as unread. For signed-in users it opens by
 * itself, once per text, except over the home page, which shows the notice itself, and over settings, where it is
 * written.
 */
export function NoticeButton() {
  const { t } = useTranslation()
  const notice = useNotice()
  const user = useUser()
  const { pathname } = useLocation()
  const [isAsked, setAsked] = useState(false)
  if (!notice) return null
  const opensItself = user !== null && !notice.isRead && !QUIET.includes(pathname)
  const label = t(notice.isRead ? 'layout.notice.title' : 'layout.notice.unread')
  const close = () => {
    setAsked(false)
    notice.markRead()
  }
  return (
    <>
      <Button
        type="text"
        className={styles.bell}
        data-unread={!notice.isRead}
        icon={<BellOutlined />}
        title={label}
        aria-label={label}
        onClick={() => setAsked(true)}
      />
      {(isAsked || opensItself) && <NoticeDialog text={notice.text} onClose={close} />}
    </>
  )
}
