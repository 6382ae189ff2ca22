import { LOG_TYPE, type Usage } from '@tollgate/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Panel } from '../../components/panel.tsx'
import { formatNumber } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { Numbers } from './numbers.tsx'

/** Why calls failed, most first. */
export function CausesPanel({ usage: { causes, totals, from, to } }: { usage: Usage }) {
  const { t } = useTranslation()
  const failed = new URLSearchParams({
    type: String(LOG_TYPE.error),
    start_timestamp: String(from),
    end_timestamp: String(to - 1),
  })
  return (
    <Panel
      title={t('dashboard.causes.title')}
      aside={causes.length > 0 && <Link to={`${paths.log}?${failed}`}>{t('dashboard.causes.log')}</Link>}
    >
      {causes.length === 0 ? (
        <p>{t('dashboard.causes.none')}</p>
      ) : (
        <Numbers
          label={t('dashboard.causes.title')}
          heads={[t('dashboard.causes.cause'), t('dashboard.causes.count')]}
          rows={causes.map(({ cause, count }) => ({
            key: cause,
            name: <code>{cause}</code>,
            share: count / totals.failed,
            cells: [formatNumber(count)],
          }))}
        />
      )}
    </Panel>
  )
}
