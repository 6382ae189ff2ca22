import { useTranslation } from 'react-i18next'
import { Quota } from '../../components/quota.tsx'
import { formatNumber } from '../../lib/format.ts'
import { type LogFilter, useLogStat } from './api.ts'
import styles from './log.module.css'

/** The filtered calls' quota, and the rates of the last minute. */
export function LogStats({ filters, isLive }: { filters: Record<LogFilter, string>; isLive: boolean }) {
  const { t } = useTranslation()
  const { data } = useLogStat(filters, isLive)
  return (
    <dl className={styles.stats}>
      <div>
        <dt>{t('log.stats.quota')}</dt>
        <dd>{data ? <Quota value={data.quota} /> : '–'}</dd>
      </div>
      <div title={t('log.stats.rpmHint')}>
        <dt>RPM</dt>
        <dd>{data ? formatNumber(data.rpm) : '–'}</dd>
      </div>
      <div title={t('log.stats.tpmHint')}>
        <dt>TPM</dt>
        <dd>{data ? formatNumber(data.tpm) : '–'}</dd>
      </div>
    </dl>
  )
}
