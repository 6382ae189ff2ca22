import { EditOutlined } from '@ant-design/icons'
import { ROLE, type User } from '@tollgate/contract'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColorTag } from '../../components/color-tag.tsx'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { Sensitive } from '../../components/sensitive.tsx'
import { formatNumber, formatTime } from '../../lib/format.ts'
import styles from './personal.module.css'
import { ProfileForm } from './profile-form.tsx'

/** The user's identity and balance. */
export function Profile({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const isSuperAdmin = user.role >= ROLE.root
  const edit = (
    <Button size="small" icon={<EditOutlined />} onClick={() => setEditing(true)}>
      {t('personal.profile.edit')}
    </Button>
  )
  return (
    <Panel title={t('personal.profile.title')} aside={edit}>
      <div className={styles.who}>
        <strong className={styles.name}>
          <Sensitive>{user.display_name || user.username}</Sensitive>
        </strong>
        <ColorTag color={isSuperAdmin ? 'orange' : undefined}>
          {t(isSuperAdmin ? 'personal.profile.admin' : 'personal.profile.normal')}
        </ColorTag>
      </div>
      <dl className={styles.facts}>
        <Fact label={t('personal.profile.username')}>
          <Sensitive>{user.username}</Sensitive>
        </Fact>
        <Fact label={t('personal.profile.id')}>{user.id}</Fact>
        <Fact label={t('personal.profile.group')}>{user.group}</Fact>
        <Fact label={t('personal.profile.since')}>{formatTime(user.created_at)}</Fact>
      </dl>
      <Figures
        figures={[
          { label: t('wallet.balance.left'), value: <Quota value={user.quota} /> },
          { label: t('wallet.balance.used'), value: <Quota value={user.used_quota} /> },
          { label: t('wallet.balance.requests'), value: formatNumber(user.request_count) },
        ]}
      />
      {isEditing && <ProfileForm user={user} onClose={() => setEditing(false)} />}
    </Panel>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd translate="no">{children}</dd>
  </div>
)
