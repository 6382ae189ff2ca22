import { EyeInvisibleOutlined, EyeOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import { ROLE, type User } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMask } from '../components/sensitive.tsx'
import { formatQuota } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { stored, useStored } from '../lib/storage.ts'
import { useStatus } from '../session/status.tsx'
import { DropMenu } from './drop-menu.tsx'
import { useSignOut } from './use-sign-out.ts'
import styles from './user-menu.module.css'

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const status = useStatus()
  const navigate = useNavigate()
  const leave = useSignOut()
  const role = user.role >= ROLE.root ? 'root' : user.role >= ROLE.admin ? 'admin' : 'user'
  const mask = useMask()
  const name = mask(user.display_name || user.username)
  const [isMasked, setMasked] = useStored(stored.masked)

  return (
    <DropMenu
      button={{
        type: 'text',
        icon: <UserOutlined />,
        'aria-label': t('layout.account', { name }),
        loading: leave.isPending,
        children: <span className={styles.name}>{name}</span>,
      }}
      header={
        <div className={styles.who}>
          <strong>{name}</strong>
          <span>{t(`layout.roles.${role}`)}</span>
          <span>
            {t('layout.balance')} {mask(formatQuota(user.quota, status))}
          </span>
        </div>
      }
      items={[
        {
          key: 'personal',
          icon: <SettingOutlined />,
          label: t('layout.pages.personal'),
          onPick: () => navigate(paths.personal),
        },
        {
          key: 'mask',
          icon: isMasked ? <EyeOutlined /> : <EyeInvisibleOutlined />,
          label: t(isMasked ? 'layout.unmask' : 'layout.mask'),
          onPick: () => setMasked(!isMasked),
        },
        { key: 'leave', icon: <LogoutOutlined />, label: t('layout.signOut'), onPick: () => leave.mutate() },
      ]}
    />
  )
}
