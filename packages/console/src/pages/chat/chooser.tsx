import { chatTarget } from '@tollgate/contract'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PageNotice } from '../../components/page-notice.tsx'
import { paths } from '../../lib/paths.ts'
import { useChats } from '../../session/chats.ts'
import { useStatus } from '../../session/status.tsx'
import { useIsAdmin } from '../../session/user.ts'
import styles from './chat.module.css'
import { placeOf } from './use-chosen-key.ts'

/** The available chats, each with its destination. */
export function ChatChooser() {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const [search] = useSearchParams()
  const chats = useChats()
  const { chats_broken } = useStatus()
  const token = Number(search.get('token')) || undefined

  if (chats.length === 0) {
    return (
      <PageNotice
        title={t(chats_broken ? 'chat.unreadable' : 'chat.none')}
        hint={t('chat.noneHint')}
        action={
          <Link to={isAdmin ? `${paths.settings}?q=chat` : paths.connect}>
            <Button type="primary">{t(isAdmin ? 'chat.toSettings' : 'layout.pages.connect')}</Button>
          </Link>
        }
      />
    )
  }
  return (
    <section className={styles.page} aria-labelledby="chats">
      <h1 id="chats">{t('chat.title')}</h1>
      {chats_broken && <Alert type="error" showIcon title={t('chat.unreadable')} />}
      <p>{t('chat.intro')}</p>
      <ul className={styles.list}>
        {chats.map(({ name, template, to }) => {
          const target = chatTarget(template)
          return (
            <li key={to}>
              <Link to={withToken(to, token)}>{name}</Link>
              {target ? (
                <code>{target.kind === 'page' ? target.host : placeOf(target)}</code>
              ) : (
                <small>{t('chat.broken')}</small>
              )}
              {target && <small>{t(target.kind === 'page' ? 'chat.inPage' : 'chat.onDevice')}</small>}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const withToken = (to: string, token: number | undefined): string =>
  token === undefined ? to : `${to}${to.includes('?') ? '&' : '?'}token=${token}`
