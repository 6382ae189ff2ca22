import type { Maintenance, OverviewStatus } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { type AnsweredSpan, AnsweredStrip, kindOf } from '../../../components/answered-strip.tsx'
import { Panel } from '../../../components/panel.tsx'
import { Tag } from '../../../components/tag.tsx'
import { formatShare, formatTime, formatUtcDay } from '../../../lib/format.ts'
import { MonitoredPage } from './monitored.tsx'
import styles from './overview.module.css'

const COLORS = { good: 'success', fair: 'warning', bad: 'error', quiet: undefined } as const

export function Status({ data: { shows, rows, maintenance, monitored } }: { data: OverviewStatus }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('overview.status.title')} hint={shows === 'maintenance' ? undefined : t('overview.status.hint')}>
      {maintenance.length > 0 && <Planned maintenance={maintenance} />}
      {shows === 'maintenance' && maintenance.length === 0 && monitored.length === 0 && (
        <p className={styles.quiet}>{t('overview.status.nothingPlanned')}</p>
      )}
      {rows === null && <p className={styles.quiet}>{t('overview.status.unknown')}</p>}
      {rows && rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <ul className={styles.rows} aria-label={t('overview.status.title')} tabIndex={0}>
          {rows.map(row => (
            <Row key={row.name} {...row} />
          ))}
        </ul>
      )}
      {monitored.map(page => (
        <MonitoredPage key={page.name} {...page} />
      ))}
    </Panel>
  )
}

function Row({ name, answered, days }: NonNullable<OverviewStatus['rows']>[number]) {
  const { t } = useTranslation()
  const kind = kindOf({ answered })
  const wordsOf = ({ start, answered }: AnsweredSpan) =>
    answered === null
      ? t('overview.status.quietDay', { day: formatUtcDay(start) })
      : t('overview.status.day', { day: formatUtcDay(start), share: formatShare(answered / 1000) })
  return (
    <li className={styles.row}>
      <p className={styles.line}>
        <strong>{name}</strong>
        <Tag color={COLORS[kind]}>{t(`overview.status.kinds.${kind}`)}</Tag>
        {answered !== null && <span className={styles.quiet}>{formatShare(answered / 1000)}</span>}
      </p>
      <div className={styles.days}>
        <AnsweredStrip spans={days} wordsOf={wordsOf} ends={['', '']} />
      </div>
    </li>
  )
}

function Planned({ maintenance }: { maintenance: readonly Maintenance[] }) {
  const { t } = useTranslation()
  const at = (time: string) => formatTime(Math.floor(Date.parse(time) / 1000)).slice(0, -3)
  return (
    <ul className={styles.list}>
      {maintenance.map(({ title, from, until, note }) => (
        <li key={title + from}>
          <p className={styles.line}>
            <Tag color="warning">
              {t(Date.parse(from) <= Date.now() ? 'overview.status.running' : 'overview.status.planned')}
            </Tag>
            <strong>{title}</strong>
          </p>
          <p className={styles.quiet}>{t('overview.status.span', { from: at(from), until: at(until) })}</p>
          {note && <p>{note}</p>}
        </li>
      ))}
    </ul>
  )
}
