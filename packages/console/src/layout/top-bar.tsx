import { MenuOutlined, SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '../lib/lazy-part.tsx'
import { paths } from '../lib/paths.ts'
import { withPhrases } from '../phrases/index.ts'
import { useStatus } from '../session/status.tsx'
import { useUser } from '../session/user.ts'
import { Brand } from './brand.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { useMayRegister } from './menus.ts'
import { NewYear } from './new-year.tsx'
import { NoticeButton } from './notice-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import styles from './top-bar.module.css'
import { TopLinks } from './top-links.tsx'
import { paletteKeys, usePaletteKey } from './use-palette-key.ts'
import { UserMenu } from './user-menu.tsx'

const Palette = lazyPart(() => withPhrases(['channels', 'tokens', 'users'], import('./palette/index.tsx')))
const PhoneMenu = lazyPart(() => import('./phone-menu.tsx'))

export function TopBar() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const status = useStatus()
  const user = useUser()
  const mayRegister = useMayRegister()
  const [paletteOpen, setPaletteOpen] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  usePaletteKey(() => setPaletteOpen(true))

  return (
    <header className={styles.bar}>
      {status.setup && (
        <Button
          className={styles.menuButton}
          type="text"
          icon={<MenuOutlined />}
          aria-label={t('layout.openMenu')}
          onClick={() => setMenuOpen(true)}
        />
      )}
      <Link to={paths.home} className={styles.home} aria-label={`${status.system_name}, ${t('layout.pages.home')}`}>
        <Brand />
      </Link>
      {status.setup && (
        <div className={styles.links}>
          <TopLinks />
        </div>
      )}
      <div className={styles.space} />
      <NewYear />
      {status.demo_site_enabled && <span className={styles.badge}>{t('layout.demo')}</span>}
      {status.self_use_mode_enabled && <span className={styles.badge}>{t('layout.selfUse')}</span>}
      {status.setup && (
        <Button
          title={`${t('layout.palette.open')} · ${paletteKeys}`}
          type="text"
          icon={<SearchOutlined />}
          aria-label={t('layout.palette.open')}
          onClick={() => setPaletteOpen(true)}
        />
      )}
      {status.setup && <NoticeButton />}
      <ThemeSwitch />
      <LanguageMenu />
      {user && <UserMenu user={user} />}
      {mayRegister && pathname !== paths.register && (
        <Link to={paths.register} className={styles.register}>
          <Button>{t('layout.pages.register')}</Button>
        </Link>
      )}
      {!user && status.setup && pathname !== paths.login && (
        <Link to={paths.login}>
          <Button type="primary">{t('layout.signIn')}</Button>
        </Link>
      )}
      {paletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
      {menuOpen && <PhoneMenu onClose={() => setMenuOpen(false)} />}
    </header>
  )
}
