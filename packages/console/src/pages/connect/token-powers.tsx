import { NEVER, splitList, type Token } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { useQuotaText } from '../../components/quota.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { TagList } from '../../components/tag-list.tsx'
import styles from './connect.module.css'

/** What a token may do: its budget, models, lifetime and addresses. */
export function TokenPowers({ token, balance }: { token: Token; balance: number }) {
  const { t } = useTranslation()
  const amount = useQuotaText()
  const amounts = { balance: amount(balance), left: amount(token.remain_quota) }
  const powers: Fact[] = [
    {
      label: t('connect.key.spending'),
      value: token.unlimited_quota ? t('connect.key.spends.all', amounts) : t('connect.key.spends.limited', amounts),
    },
    {
      label: t('connect.key.models'),
      value: token.model_limits_enabled ? (
        <TagList names={splitList(token.model_limits)} shown={3} />
      ) : (
        t('connect.key.allModels')
      ),
    },
    { label: t('connect.key.group'), value: token.group || t('tokens.ownGroup') },
    {
      label: t('connect.key.expires'),
      value: token.expired_time === NEVER ? t('tokens.never') : <RelativeTime at={token.expired_time} />,
    },
    {
      label: t('connect.key.addresses'),
      value: token.allow_ips && <code>{token.allow_ips.split('\n').join(', ')}</code>,
    },
  ]
  return <FactList facts={powers} className={styles.powers} />
}
