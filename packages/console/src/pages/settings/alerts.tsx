import { type Alert, ROLE } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatTime } from '../../lib/format.ts'
import { joinWords } from '../../lib/join-words.ts'
import { useUser } from '../../session/user.ts'
import { useAlerts, useTestAlert } from './api.ts'
import styles from './settings.module.css'

/** Every rule with its current problems, and a test of its delivery. */
export function Alerts() {
  const { t } = useTranslation()
  const { data: alerts } = useAlerts()
  const isRoot = useUser()?.role === ROLE.root
  return (
    <>
      <div className={styles.row}>
        <div className={styles.words}>
          <span>{t('alerts.title')}</span>
          <ul className={styles.alerts} aria-label={t('alerts.title')}>
            {alerts?.map(alert => (
              <AlertRow key={alert.key} alert={alert} />
            ))}
          </ul>
        </div>
      </div>
      {isRoot && <TestAlert />}
    </>
  )
}

/** A problem and its start, or that all is well; and the last message. */
function AlertRow({ alert }: { alert: Alert }) {
  const { t } = useTranslation()
  const { rule, state, title, text, since, told_at } = alert
  const told = t('alerts.told', { time: formatTime(told_at) })
  const words = {
    firing: [t('alerts.since', { time: formatTime(since) }), told_at === 0 ? t('alerts.untold') : told],
    quiet: [t('alerts.well'), told_at > 0 && told],
    off: [t('alerts.off'), told_at > 0 && told],
  }[state]
  return (
    <li>
      <div className={styles.alert}>
        <StatusDot kind={KINDS[state]} label={title || t(`alerts.rules.${rule}`)} />
        <span>{words.filter(Boolean).join(' · ')}</span>
      </div>
      {text && <p>{text}</p>}
    </li>
  )
}

const KINDS = { firing: 'broken', quiet: 'good', off: 'off' } as const

/** Only the super admin can send one; failed ways are shown with their reason. */
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
