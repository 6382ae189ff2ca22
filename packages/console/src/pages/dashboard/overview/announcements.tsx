import type { Announcement } from '@tollgate/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import MessageText from '../../../components/message-text.tsx'
import { Panel } from '../../../components/panel.tsx'
import { RelativeTime } from '../../../components/relative-time.tsx'
import { Tag } from '../../../components/tag.tsx'
import styles from './overview.module.css'

const COLORS: Record<Announcement['type'], string | undefined> = {
  default: undefined,
  ongoing: 'processing',
  success: 'success',
  warning: 'warning',
  error: 'error',
}
const FIRST = 5

export function Announcements({ data }: { data: readonly Announcement[] }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? data : data.slice(0, FIRST)
  return (
    <Panel title={t('overview.announcements.title')}>
      {data.length === 0 && <p className={styles.quiet}>{t('overview.announcements.none')}</p>}
      <ol className={styles.list}>
        {shown.map(({ content, publishDate, type, extra }) => (
          <li key={publishDate + content}>
            <p className={styles.line}>
              {type !== 'default' && <Tag color={COLORS[type]}>{t(`overview.announcements.types.${type}`)}</Tag>}
              <RelativeTime at={Math.floor(Date.parse(publishDate) / 1000)} />
            </p>
            <MessageText text={content} />
            {extra && <p className={styles.quiet}>{extra}</p>}
          </li>
        ))}
      </ol>
      {data.length > shown.length && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {t('overview.announcements.all', { total: data.length })}
        </button>
      )}
    </Panel>
  )
}
