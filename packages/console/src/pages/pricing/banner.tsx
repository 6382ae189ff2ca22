import { DEFAULT_QUOTA_PER_UNIT } from '@tollgate/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { GroupTag, RatioTag } from '../../components/group-tag.tsx'
import { useUser } from '../../session/user.ts'
import styles from './pricing.module.css'

interface BannerProps {
  ownGroup: string
  ratio: number
  isOwn: boolean
}

/** Whose prices these are, and how a charge is computed: the formula names the unit of ratios. */
export function Banner({ ownGroup, ratio, isOwn }: BannerProps) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <div className={styles.banner}>
      {user ? (
        <Alert
          type="success"
          showIcon
          title={
            <>
              {t('pricing.yourGroup')}
              <GroupTag name={ownGroup} ratio={ratio} isOwn={isOwn} />
            </>
          }
        />
      ) : (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              {t('pricing.signedOut')} <RatioTag ratio={ratio} />
            </>
          }
        />
      )}
      <Alert type="info" showIcon title={t('pricing.formula', { unit: DEFAULT_QUOTA_PER_UNIT })} />
    </div>
  )
}
