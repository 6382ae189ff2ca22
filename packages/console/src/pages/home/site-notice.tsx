import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { OperatorContent } from '../../components/operator-content.tsx'
import { Panel } from '../../components/panel.tsx'
import { useNotice } from '../../session/notice.ts'
import styles from './home.module.css'

/** The operator's notice until it is read; the top bar's bell keeps it. */
export function SiteNotice() {
  const { t } = useTranslation()
  const notice = useNotice()
  if (!notice || notice.isRead) return null
  return (
    <Panel
      className={styles.notice}
      title={t('layout.notice.title')}
      aside={
        <Button size="small" onClick={notice.markRead}>
          {t('layout.notice.markRead')}
        </Button>
      }
    >
      <OperatorContent text={notice.text} title={t('layout.notice.title')} />
    </Panel>
  )
}
