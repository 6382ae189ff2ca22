import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../lib/paths.ts'
import styles from './chat.module.css'
import type { Opened } from './opened-chat.tsx'

/** A link that opens a program on the user's device when it is clicked. */
export function ProgramLink({ opened: { chat, link, token, onChangeKey } }: { opened: Opened }) {
  const { t } = useTranslation()
  return (
    <section className={styles.page} aria-labelledby="program">
      <h1 id="program">{chat.name}</h1>
      <p>{t('chat.program.hint', { name: chat.name })}</p>
      {token && <p>{t('chat.keyOf', { key: token.name })}</p>}
      <div className={styles.buttons}>
        <Button type="primary" href={link} rel="noreferrer">
          {t('chat.program.open', { name: chat.name })}
        </Button>
        {token && <Button onClick={onChangeKey}>{t('chat.changeKey')}</Button>}
        <Link to={paths.chats}>{t('chat.others')}</Link>
      </div>
      <p className={styles.aside}>{t('chat.program.nothing')}</p>
    </section>
  )
}
