import type { Usage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../lib/format.ts'
import type { DashboardFilters, View } from './api.ts'
import { Numbers } from './numbers.tsx'
import { ToRows } from './to-rows.tsx'
import { useLogLink } from './use-log-link.ts'
import { percentWords } from './use-words.ts'

/** Why calls failed, most frequent first, with their share of all calls. */
export function CausesPanel({ usage, list, view }: { usage: Usage; list: DashboardFilters; view: View }) {
  const { t } = useTranslation()
  const logLink = useLogLink(list, view)
  const { causes, totals, from, to } = usage
  return (
    <Panel
      title={t('dashboard.causes.title')}
      aside={causes.length > 0 && <Link to={logLink({ from, to, calls: 'failed' })}>{t('dashboard.causes.log')}</Link>}
    >
      {causes.length === 0 ? (
        <p>{t('dashboard.causes.none')}</p>
      ) : (
        <Numbers
          label={t('dashboard.causes.title')}
          heads={[t('dashboard.causes.cause'), t('dashboard.causes.count'), t('dashboard.causes.rate')]}
          rows={causes.map(({ cause, count }) => ({
            key: cause,
            name: <code>{cause}</code>,
            share: count / totals.failed,
            cells: [
              <ToRows key="count" to={logLink({ from, to, calls: 'all', cause })}>
                {formatNumber(count)}
              </ToRows>,
              percentWords(count, totals.requests + totals.failed),
            ],
          }))}
        />
      )}
    </Panel>
  )
}
