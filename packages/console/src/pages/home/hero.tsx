import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CopyButton } from '../../components/copy-button.tsx'
import { StatusDot } from '../../components/status-dot.tsx'
import { formatElapsed } from '../../lib/format.ts'
import { CONSOLE_START, paths } from '../../lib/paths.ts'
import { useGatewayAddress, useStatus } from '../../session/status.tsx'
import { useUser } from '../../session/user.ts'
import styles from './home.module.css'

export function Hero() {
  const { t } = useTranslation()
  const { system_name, start_time } = useStatus()
  const user = useUser()
  const baseUrl = `${useGatewayAddress()}/v1`
  return (
    <section className={styles.hero}>
      <h1>{t('home.headline')}</h1>
      <p className={styles.lead}>{t('home.lead', { site: system_name })}</p>
      <h2 className={styles.label}>{t('home.baseUrl')}</h2>
      <div className={styles.address}>
        <code translate="no">{baseUrl}</code>
        <CopyButton text={baseUrl} what={t('home.baseUrl')} size="middle" />
      </div>
      <div className={styles.actions}>
        {user ? (
          <Link to={CONSOLE_START}>
            <Button type="primary" size="large">
              {t('home.openConsole')}
            </Button>
          </Link>
        ) : (
          <Link to={paths.login}>
            <Button type="primary" size="large">
              {t('home.signIn')}
            </Button>
          </Link>
        )}
        <StatusDot
          kind="good"
          label={`${t('home.running')} ${t('home.since', { duration: formatElapsed(start_time) })}`}
        />
      </div>
    </section>
  )
}
