import { useTranslation } from 'react-i18next'
import { type AnsweredSpan, AnsweredStrip, kindOf } from '../../components/answered-strip.tsx'
import { formatHour, formatShare, zoneName } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useAvailability } from './api.ts'
import styles from './home.module.css'

/** The last 24 hours by the gateway's own measurements, hour by hour; hidden unless the operator shows it. */
export function Availability() {
  const { availability_shown } = useStatus()
  return availability_shown ? <Hours /> : null
}

function Hours() {
  const { t } = useTranslation()
  const hours = useAvailability() ?? []
  if (hours.length === 0) return null
  const known = hours.filter(({ answered }) => answered !== null)
  const good = known.filter(hour => kindOf(hour) === 'good').length
  const wordsOf = ({ start, answered }: AnsweredSpan) =>
    answered === null
      ? t('home.availability.quietHour', { at: formatHour(start) })
      : t('home.availability.hour', { at: formatHour(start), share: formatShare(answered / 1000) })
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
      <AnsweredStrip
        spans={hours}
        wordsOf={wordsOf}
        ends={[formatHour(hours[0]?.start ?? 0), t('home.availability.now', { zone: zoneName() })]}
      />
    </section>
  )
}
