import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { UpdateCheck } from '../../components/update-check.tsx'
import { formatTime } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

/** The running version, its start time, and, if an address is set, whether there is a newer one. */
export function SystemInfo({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { version, start_time } = useStatus()
  return (
    <div className={styles.info}>
      <UpdateCheck canCheck={settings.stored.textOf('UpdateCheckUrl') !== ''}>
        <Figures
          figures={[
            { label: t('settings.info.version'), value: version },
            { label: t('settings.info.startTime'), value: formatTime(start_time) },
          ]}
        />
      </UpdateCheck>
    </div>
  )
}
