import type { User } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { Quota } from '../../components/quota.tsx'
import { formatNumber } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'

export function Balance({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('wallet.balance.title')} aside={<Link to={paths.statement}>{t('layout.pages.statement')}</Link>}>
      <Figures
        leading
        figures={[
          { label: t('wallet.balance.left'), value: <Quota value={user.quota} /> },
          ...(user.owed > 0
            ? [
                {
                  label: t('wallet.balance.owed'),
                  value: <Quota value={user.owed} />,
                  hint: t('wallet.balance.owedHint'),
                },
              ]
            : []),
          { label: t('wallet.balance.used'), value: <Quota value={user.used_quota} /> },
          { label: t('wallet.balance.requests'), value: formatNumber(user.request_count) },
        ]}
      />
    </Panel>
  )
}
