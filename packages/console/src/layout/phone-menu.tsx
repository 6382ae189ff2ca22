import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from '../lib/paths.ts'
import { Brand } from './brand.tsx'
import { MenuGroups } from './menu-groups.tsx'
import { useTopLinks } from './menus.ts'
import styles from './phone-menu.module.css'

/** Top bar links and side menu, on a narrow screen. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const links = useTopLinks()
  return (
    <Drawer open placement="left" size={280} title={<Brand />} onClose={onClose} styles={{ body: { padding: 12 } }}>
      <MenuGroups onPick={onClose} />
      <nav className={styles.links} aria-label={t('layout.mainMenu')}>
        {links.map(link => (
          <NavLink key={link.to} to={link.to} end={link.to === paths.home} className={styles.link} onClick={onClose}>
            {link.title}
          </NavLink>
        ))}
      </nav>
    </Drawer>
  )
}
