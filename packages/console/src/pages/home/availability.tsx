import { useTranslation } from 'react-i18next'
import { type AnsweredSpan, AnsweredStrip, kindOf } from '../../components/answered-strip.tsx'
import { formatHour, formatShare, zoneName } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useAvailability } from './api.ts'
import styles from './home.module.css'

/** Keep the place of hours that are not known yet. */
const AWAITED = Array.from({ length: 24 }, (_, start): AnsweredSpan => ({ start, answered: null }))
const BLANK = '\u00a0'

/** The last 24 hours by the gateway's own measurements, hour by hour; hidden unless the operator shows it. */
export function Availability() {
  const { availability_shown } = useStatus()
  return availability_shown ? <Hours /> : null
}

function Hours() {
  const { t } = useTranslation()
  const answer = useAvailability()
  const hours = answer ?? AWAITED
  if (hours.length === 0) return null
  const known = hours.filter(({ answered }) => answered !== null)
  const good = known.filter(hour => kindOf(hour) === 'good').length
  const wordsOf = ({ start, answered }: AnsweredSpan) =>
    !answer
      ? BLANK
      : answered === null
        ? t('home.availability.quietHour', { at: formatHour(start) })
        : t('home.availability.hour', { at: formatHour(start), share: formatShare(answered / 1000) })
  return (
    <section className={styles.part} aria-labelledby="home-availability" aria-busy={!answer}>
      <header>
        <h2 id="home-availability" className={styles.heading}>
          {t('home.availability.title')}
        </h2>
        <p className={styles.hint}>
          {!answer
            ? BLANK
            : known.length === 0
              ? t('home.availability.noCalls')
              : t('home.availability.summary', { good, count: known.length })}
        </p>
      </header>
      <AnsweredStrip
        spans={hours}
        wordsOf={wordsOf}
        ends={
          answer ? [formatHour(hours[0]?.start ?? 0), t('home.availability.now', { zone: zoneName() })] : [BLANK, '']
        }
      />
    </section>
  )
}
