import { ROLE } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatTime } from '../../lib/format.ts'
import { joinWords } from '../../lib/join-words.ts'
import { useUser } from '../../session/user.ts'
import { useAlerts, useTestAlert } from './api.ts'
import styles from './settings.module.css'

/** Present problems, and a test of the alerts. */
export function Alerts() {
  const { t } = useTranslation()
  const { data: alerts } = useAlerts()
  const isRoot = useUser()?.role === ROLE.root
  return (
    <>
      <div className={styles.row}>
        <div className={styles.words}>
          <span>{t('alerts.title')}</span>
          {alerts?.length === 0 && <p>{t('alerts.nothing')}</p>}
          {alerts?.map(({ key, title, since, told_at }) => (
            <p key={key}>
              <StatusDot kind="broken" label={title} /> {t('alerts.since', { time: formatTime(since) })}
              {told_at === 0 && ` · ${t('alerts.untold')}`}
            </p>
          ))}
        </div>
      </div>
      {isRoot && <TestAlert />}
    </>
  )
}

/** The super admin sends one; failed ways are shown with their reason. */
function TestAlert() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: sendIt, isPending } = useTestAlert()
  const sendNow = () =>
    sendIt(undefined, {
      onSuccess(outcomes) {
        const worked = outcomes.filter(({ error }) => error === '').map(({ way }) => t(`alerts.ways.${way}`))
        if (worked.length > 0) message.success(t('alerts.sent', { ways: joinWords(worked) }))
        for (const { way, error } of outcomes)
          if (error) message.error(t('alerts.failed', { way: t(`alerts.ways.${way}`), error }))
      },
    })
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span>{t('alerts.test')}</span>
        <p>{t('alerts.testHint')}</p>
      </div>
      <div className={styles.control}>
        <Button loading={isPending} onClick={sendNow}>
          {t('alerts.test')}
        </Button>
      </div>
    </div>
  )
}
