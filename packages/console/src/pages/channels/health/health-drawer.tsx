import { Alert, Drawer, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../../components/figures.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { formatNumber, formatRelativeTime } from '../../../lib/format.ts'
import { useChannelHealth } from './api.ts'
import { ChannelHour } from './channel-hour.tsx'
import { useFigures } from './figures.ts'
import styles from './health.module.css'

const WIDTH = 920
/** Nobody would read more; resting channels come first. */
const MOST_SHOWN = 100

/** The last hour of all channels, at the side of the page. */
export function HealthDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  return (
    <Drawer open title={t('channelHealth.title')} size={isPhone ? '100%' : WIDTH} onClose={onClose}>
      <Health />
    </Drawer>
  )
}

function Health() {
  const { t } = useTranslation()
  const { data, error } = useChannelHealth()
  const figures = useFigures()
  if (!data)
    return error ? <Alert type="error" showIcon title={t('channelHealth.loadFailed')} /> : <Skeleton active paragraph />
  const { total, channels, since } = data
  const told = channels.filter(({ calls, breakers }) => calls > 0 || breakers.length > 0)
  const shown = told.slice(0, MOST_SHOWN)
  const quiet = channels.length - shown.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer scrolls, also by keyboard
    <section className={styles.health} tabIndex={0} aria-label={t('channelHealth.title')}>
      <p className={styles.intro}>{t('channelHealth.intro', { since: formatRelativeTime(since) })}</p>
      <Figures figures={figures(total)} leading />
      {told.length === 0 && <p className={styles.intro}>{t('channelHealth.empty')}</p>}
      <ul className={styles.channels}>
        {shown.map(channel => (
          <ChannelHour key={channel.id} channel={channel} slotMinutes={data.slot_seconds / 60} />
        ))}
      </ul>
      {quiet > 0 && (
        <p className={styles.intro}>{t('channelHealth.quiet', { count: quiet, number: formatNumber(quiet) })}</p>
      )}
    </section>
  )
}
