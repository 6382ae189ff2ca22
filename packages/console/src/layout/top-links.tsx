import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStatus } from '../session/status.tsx'
import { useTopLinks } from './menus.ts'
import styles from './top-links.module.css'

/** The site's main links, in a row in the top bar and in a column in the phone's menu. */
export function TopLinks({ onPick }: { onPick?: () => void }) {
  const { t } = useTranslation()
  const links = useTopLinks()
  const { docs_link } = useStatus()
  return (
    <nav className={styles.links} aria-label={t('layout.mainMenu')}>
      {links.map(({ to, title, isCurrent }) => (
        <Link key={to} to={to} className={styles.link} aria-current={isCurrent ? 'page' : undefined} onClick={onPick}>
          {title}
        </Link>
      ))}
      {/^https?:\/\//.test(docs_link) && (
        <a href={docs_link} target="_blank" rel="noreferrer" className={styles.link} onClick={onPick}>
          {t('layout.docs')}
        </a>
      )}
    </nav>
  )
}
