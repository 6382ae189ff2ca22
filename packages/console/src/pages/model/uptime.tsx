import type { ModelPage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { type AnsweredSpan, AnsweredStrip } from '../../components/answered-strip.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatShare, formatUtcDay } from '../../lib/format.ts'
import styles from './model.module.css'

/** The last 30 days, a bar a day. */
export function Uptime({ uptime: { answered, days } }: { uptime: NonNullable<ModelPage['uptime']> }) {
  const { t } = useTranslation()
  const wordsOf = ({ start, answered }: AnsweredSpan) =>
    answered === null
      ? t('modelPage.uptime.quietDay', { day: formatUtcDay(start) })
      : t('modelPage.uptime.day', { day: formatUtcDay(start), share: formatShare(answered / 1000) })
  return (
    <Panel title={t('modelPage.uptime.title')} hint={t('modelPage.uptime.hint')}>
      <p className={styles.share}>
        {answered === null
          ? t('modelPage.uptime.few')
          : t('modelPage.uptime.share', { share: formatShare(answered / 1000) })}
      </p>
      <AnsweredStrip
        spans={days}
        wordsOf={wordsOf}
        ends={[formatUtcDay(days[0]?.start ?? 0), t('modelPage.uptime.today')]}
      />
    </Panel>
  )
}
