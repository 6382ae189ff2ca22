import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { stored, useStored } from '../lib/storage.ts'
import { MenuGroups } from './menu-groups.tsx'
import styles from './side-menu.module.css'

/** The console's menu beside the page, wide or collapsed to icons; the choice is remembered. */
export function SideMenu() {
  const { t } = useTranslation()
  const [collapsed, setCollapsed] = useStored(stored.sidebarCollapsed)
  const label = t(collapsed ? 'layout.expand' : 'layout.collapse')
  return (
    <aside className={styles.side} data-collapsed={collapsed}>
      <MenuGroups collapsed={collapsed} />
      <Button
        className={styles.fold}
        type="text"
        icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        title={label}
        aria-label={label}
        aria-expanded={!collapsed}
        onClick={() => setCollapsed(!collapsed)}
      />
    </aside>
  )
}
