import type { Release } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Figures } from '../../components/figures.tsx'
import { OperatorContent } from '../../components/operator-content.tsx'
import { formatTime } from '../../lib/format.ts'
import { useStatus } from '../../session/status.tsx'
import { useUpdateCheck } from './api.ts'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

/** The running version, its start time, and, if an address is set, whether there is a newer one. */
export function SystemInfo({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { version, start_time } = useStatus()
  const canCheck = settings.stored.textOf('UpdateCheckUrl') !== ''
  const { mutate: check, isPending, data: release } = useUpdateCheck()
  return (
    <div className={styles.info}>
      <div className={styles.infoLine}>
        <Figures
          figures={[
            { label: t('settings.info.version'), value: version },
            { label: t('settings.info.startTime'), value: formatTime(start_time) },
          ]}
        />
        {canCheck && (
          <Button loading={isPending} onClick={() => check()}>
            {t('settings.info.check')}
          </Button>
        )}
      </div>
      {release && <Told release={release} />}
    </div>
  )
}

function Told({ release: { current, latest, isNewer, notes, url } }: { release: Release }) {
  const { t } = useTranslation()
  if (!isNewer) return <Alert type="success" showIcon title={t('settings.info.upToDate', { version: current })} />
  return (
    <Alert
      type="info"
      showIcon
      title={t('settings.info.newer', { latest, current })}
      description={notes && <OperatorContent text={notes} title={latest} />}
      action={
        url && (
          <a href={url} target="_blank" rel="noreferrer">
            {t('settings.info.open')}
          </a>
        )
      }
    />
  )
}
