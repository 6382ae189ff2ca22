import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/data-table/index.ts'
import { useMissesSecondFactor } from '../../session/misses-second-factor.ts'
import { useFreshUser, useUser } from '../../session/user.ts'
import { Invite } from '../wallet/invite.tsx'
import { AccessToken } from './access-token.tsx'
import { Bindings } from './bindings.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { LookPanel } from './look.tsx'
import { Models } from './models.tsx'
import { Password } from './password.tsx'
import styles from './personal.module.css'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'

export default function PersonalPage() {
  const { t } = useTranslation()
  const user = useUser()
  useFreshUser(0)
  const isClosed = useMissesSecondFactor()
  if (!user) return null
  return (
    <ListPage title={t('layout.pages.personal')} intro={t(isClosed ? 'security.required' : 'personal.intro')}>
      <div className={styles.page}>
        {!isClosed && (
          <>
            <Profile user={user} />
            <Models />
            <Invite user={user} />
            <div className={styles.columns}>
              <Password user={user} />
              <AccessToken user={user} />
            </div>
          </>
        )}
        <Security />
        {!isClosed && (
          <>
            <Bindings />
            <Sessions />
            <Preferences user={user} />
            <LookPanel user={user} />
            <DeleteAccount user={user} />
          </>
        )}
      </div>
    </ListPage>
  )
}
