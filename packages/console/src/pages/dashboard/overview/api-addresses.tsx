import type { ApiAddress } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Panel } from '../../../components/panel.tsx'
import { formatNumber } from '../../../lib/format.ts'
import { canMeasure, measureLatency } from './latency.ts'
import styles from './overview.module.css'

/** Of the dot beside a name; a name always tells them apart as well. */
const COLORS: Partial<Record<string, string>> = {
  blue: '#2f7cf6',
  green: '#2f9e5f',
  cyan: '#0aa5b8',
  purple: '#9254de',
  pink: '#e0529c',
  red: '#e5484d',
  orange: '#e8702a',
  amber: '#d99a0b',
  yellow: '#c9b10a',
  lime: '#86b300',
  'light-green': '#6cbf4b',
  teal: '#12978a',
  'light-blue': '#3aa5e8',
  indigo: '#4f5fd6',
  violet: '#7b5bd6',
  grey: '#8a8a8a',
}

export function ApiAddresses({ data }: { data: readonly ApiAddress[] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('overview.apiInfo.title')}>
      <ul className={styles.list}>
        {data.map(address => (
          <Address key={address.url + address.route} {...address} />
        ))}
      </ul>
    </Panel>
  )
}

/** Milliseconds; null: there was no answer. */
type Latency = { ms: number | null } | 'measuring' | undefined

function Address({ url, route, description, color }: ApiAddress) {
  const { t } = useTranslation()
  const [latency, setLatency] = useState<Latency>()
  const measure = async () => {
    setLatency('measuring')
    setLatency({ ms: await measureLatency(url) })
  }
  const words = () => {
    if (latency === 'measuring' || !latency) return ''
    return latency.ms === null
      ? t('overview.apiInfo.unreachable')
      : t('overview.apiInfo.latency', { ms: formatNumber(Math.round(latency.ms)) })
  }
  return (
    <li>
      <p className={styles.line}>
        <span className={styles.dot} style={{ background: COLORS[color] ?? COLORS.grey }} aria-hidden />
        <strong>{route}</strong>
        {description && <span className={styles.quiet}>{description}</span>}
      </p>
      <p className={styles.line}>
        <code className={styles.address}>{url}</code>
        <CopyButton text={url} what={route} />
        {canMeasure(url, location) && (
          <Button
            size="small"
            type="text"
            loading={latency === 'measuring'}
            aria-label={t('overview.apiInfo.measureOf', { name: route })}
            onClick={measure}
          >
            {t('overview.apiInfo.measure')}
          </Button>
        )}
        <span role="status" className={styles.quiet}>
          {words()}
        </span>
      </p>
    </li>
  )
}
