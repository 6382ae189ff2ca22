import type { calls, ReplyOf } from '@tollgate/contract'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatHour, formatShare, zoneName } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useAvailability } from './api.ts'
import styles from './home.module.css'

type Hour = ReplyOf<typeof calls.status.availability>['hours'][number]

/** Per mille, at least. */
const GOOD = 990
const FAIR = 900

/** The last 24 hours by the gateway's own measurements, hour by hour; hidden unless the operator shows it. */
export function Availability() {
  const { availability_shown } = useStatus()
  return availability_shown ? <Strip /> : null
}

function Strip() {
  const { t } = useTranslation()
  const hours = useAvailability() ?? []
  if (hours.length === 0) return null
  const known = hours.filter(({ answered }) => answered !== null)
  const good = known.filter(hour => kindOf(hour) === 'good').length
  return (
    <section className={styles.part} aria-labelledby="home-availability">
      <header>
        <h2 id="home-availability" className={styles.heading}>
          {t('home.availability.title')}
        </h2>
        <p className={styles.hint}>
          {known.length === 0
            ? t('home.availability.noCalls')
            : t('home.availability.summary', { good, count: known.length })}
        </p>
      </header>
      <ol className={styles.strip}>
        {hours.map(hour => (
          <Tooltip key={hour.start} title={<HourWords hour={hour} />}>
            <li data-kind={kindOf(hour)}>
              <span className={styles.spoken}>
                <HourWords hour={hour} />
              </span>
            </li>
          </Tooltip>
        ))}
      </ol>
      <div className={styles.ends} aria-hidden="true">
        <span>{formatHour(hours[0]?.start ?? 0)}</span>
        <span>{t('home.availability.now', { zone: zoneName() })}</span>
      </div>
    </section>
  )
}

function HourWords({ hour }: { hour: Hour }) {
  const { t } = useTranslation()
  const at = formatHour(hour.start)
  return hour.answered === null
    ? t('home.availability.quietHour', { at })
    : t('home.availability.hour', { at, share: formatShare(hour.answered / 1000) })
}

function kindOf({ answered }: Hour): 'good' | 'fair' | 'bad' | 'quiet' {
  if (answered === null) return 'quiet'
  if (answered >= GOOD) return 'good'
  return answered >= FAIR ? 'fair' : 'bad'
}
