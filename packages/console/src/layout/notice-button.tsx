import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNotice } from '../session/notice.ts'
import styles from './top-bar.module.css'

const NoticeDialog = lazy(() => import('./notice-dialog.tsx'))

/** The bell in the top bar, shown when there is a notice; a dot marks it as unread. */
export function NoticeButton() {
  const { t } = useTranslation()
  const notice = useNotice()
  const [isOpen, setOpen] = useState(false)
  if (!notice) return null
  const label = t(notice.isRead ? 'layout.notice.title' : 'layout.notice.unread')
  const open = () => {
    setOpen(true)
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
        onClick={open}
      />
      <Suspense>{isOpen && <NoticeDialog text={notice.text} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
