import { Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { Brand } from './brand.tsx'
import { MenuGroups } from './menu-groups.tsx'
import { useMayRegister } from './menus.ts'
import styles from './phone-menu.module.css'
import { TopLinks } from './top-links.tsx'

/** Top bar links and side menu, on a narrow screen. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const mayRegister = useMayRegister()
  return (
    <Drawer
      open
      closable={{ placement: 'end' }}
      placement="left"
      size={280}
      title={<Brand />}
      onClose={onClose}
      styles={{ body: { padding: 12 } }}
    >
      <MenuGroups onPick={onClose} />
      <div className={styles.links}>
        <TopLinks onPick={onClose} />
        {mayRegister && (
          <Link to={paths.register} className={styles.register} onClick={onClose}>
            <Button block>{t('layout.pages.register')}</Button>
          </Link>
        )}
      </div>
    </Drawer>
  )
}
