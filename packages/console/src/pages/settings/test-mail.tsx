import { ROLE } from '@tollgate/contract'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/user.ts'
import { useTestMail } from './api.ts'
import styles from './settings.module.css'

/** Sends a mail through the stored mail server, for the super admin. A refusal shows the server’s own words. */
export function TestMail() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const user = useUser()
  const [to, setTo] = useState(user?.email ?? '')
  const { mutate: sendIt, isPending } = useTestMail()
  if (user?.role !== ROLE.root) return null

  const sendNow = () =>
    sendIt(to, { onSuccess: sentTo => message.success(t('settings.testMail.sent', { to: sentTo })) })
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <label htmlFor="test-mail-to">{t('settings.testMail.label')}</label>
        <p id="test-mail-hint">{t('settings.testMail.hint')}</p>
      </div>
      <div className={styles.besideButton}>
        <Input
          id="test-mail-to"
          type="email"
          aria-describedby="test-mail-hint"
          value={to}
          onChange={event => setTo(event.target.value)}
          onPressEnter={sendNow}
        />
        <Button loading={isPending} onClick={sendNow}>
          {t('settings.testMail.button')}
        </Button>
      </div>
    </div>
  )
}
