import { ClockCircleOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../components/hint/index.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { usePrinting } from '../../components/use-printing.ts'
import { formatDayTime, formatRelativeTime, formatTime, zoneName } from '../../lib/format.ts'
import { stored, useStored } from '../../lib/storage.ts'
import styles from './log.module.css'

/** Exact to the second, or how long ago, as chosen in the column's heading. */
export function LogTime({ at }: { at: number }) {
  const [isRelative] = useStored(stored.logTimeRelative)
  const isPrinting = usePrinting()
  if (isPrinting) return formatTime(at)
  if (isRelative) return <RelativeTime at={at} />
  return (
    <Hint title={() => formatRelativeTime(at)}>
      <time dateTime={new Date(at * 1000).toISOString()}>{formatDayTime(at)}</time>
    </Hint>
  )
}

/** Shows the time zone of the times, and switches their format. */
export function TimeHeading() {
  const { t } = useTranslation()
  const [isRelative, setRelative] = useStored(stored.logTimeRelative)
  return (
    <span className={styles.timeHeading}>
      {!isRelative && <small>{zoneName()}</small>}
      <Hint title={isRelative ? t('log.exactTimes') : t('log.relativeTimes')}>
        <IconButton
          icon={<ClockCircleOutlined />}
          aria-label={isRelative ? t('log.exactTimes') : t('log.relativeTimes')}
          onClick={() => setRelative(!isRelative)}
        />
      </Hint>
    </span>
  )
}
