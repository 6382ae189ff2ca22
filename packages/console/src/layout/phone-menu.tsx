import { Drawer } from 'antd'
import { Brand } from './brand.tsx'
import { MenuGroups } from './menu-groups.tsx'
import styles from './phone-menu.module.css'
import { TopLinks } from './top-links.tsx'

/** Top bar links and side menu, on a narrow screen. */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
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
      </div>
    </Drawer>
  )
}
