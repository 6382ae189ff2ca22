import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import styles from './menu-groups.module.css'
import { useSideMenu } from './menus.ts'

interface MenuGroupsProps {
  /** Icons only, with the titles on hover. */
  collapsed?: boolean
  onPick?: () => void
}

/** The groups of the side menu, as the side column and the phone's drawer show them. */
export function MenuGroups({ collapsed = false, onPick }: MenuGroupsProps) {
  const { t } = useTranslation()
  const groups = useSideMenu()
  return (
    <nav className={styles.nav} data-collapsed={collapsed} aria-label={t('layout.sideMenu')}>
      {groups.map(({ group, title, links }) => (
        <section key={group} className={styles.group}>
          <h2 className={styles.title} id={`menu-${group}`}>
            {title}
          </h2>
          <ul className={styles.links} aria-labelledby={`menu-${group}`}>
            {links.map(link => (
              <li key={link.to}>
                <NavLink
                  title={collapsed ? link.title : undefined}
                  to={link.to}
                  className={styles.link}
                  onClick={onPick}
                >
                  <span className={styles.icon}>{link.icon}</span>
                  <span className={styles.label}>{link.title}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
