import { clientGuides } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { generatePath, Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useStatus } from '../../session/status.tsx'
import { useUser } from '../../session/user.ts'
import styles from './home.module.css'

/** How to make a first call, and the clients with ready-made settings. */
export function HowToConnect() {
  const { t } = useTranslation()
  const { register_enabled, self_use_mode_enabled } = useStatus()
  const user = useUser()
  const mayRegister = register_enabled && !self_use_mode_enabled
  return (
    <section>
      <h2 className={styles.heading}>{t('home.connect.title')}</h2>
      <ol className={styles.way}>
        {!user && (
          <li>
            {mayRegister ? (
              <Link to={paths.register}>{t('home.connect.register')}</Link>
            ) : (
              <Link to={paths.login}>{t('home.signIn')}</Link>
            )}
          </li>
        )}
        <li>
          <Link to={paths.tokens}>{t('home.connect.token')}</Link>
        </li>
        <li>{t('home.connect.client')}</li>
      </ol>
      <ul className={styles.clients} translate="no">
        {clientGuides.map(({ id, name }) => (
          <li key={id}>
            <Link to={generatePath(paths.connectClient, { client: id })}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
