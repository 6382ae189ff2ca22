import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { calls, type Statement } from '@tollgate/contract'
import { Button, Select, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { PrintButton } from '../../components/print-button.tsx'
import { useMask } from '../../components/sensitive.tsx'
import { addressIdOrNone } from '../../lib/address-id.ts'
import { send } from '../../lib/call.ts'
import { formatTime, zoneName } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { saveCsv } from '../../lib/save-csv.ts'
import { useUser } from '../../session/user.ts'
import { lastMonths, monthOf, rangeOfMonth } from './month.ts'
import { statementAsCsv } from './statement-as-csv.ts'
import { StatementTable } from './statement-table.tsx'

/** A month of an account, made to be printed: one's own, or for administrators a user's. */
export default function StatementPage() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const month = monthOf(params.get('month'))
  const user = params.get('user') ?? ''
  const { data, error, refetch } = useStatement(user, month)
  return (
    <ListPage
      title={t('layout.pages.statement')}
      intro={t('statement.intro')}
      aside={
        <>
          <Link to={user ? paths.users : paths.wallet}>{t(user ? 'layout.pages.users' : 'layout.pages.wallet')}</Link>
          <Select
            aria-label={t('statement.month')}
            value={month}
            onChange={month => setParams({ ...(user && { user }), month })}
            options={[...new Set([...lastMonths(), month])].map(value => ({ value, label: value }))}
          />
          {data && (
            <>
              <Button
                icon={<DownloadOutlined />}
                onClick={() => saveCsv(`statement-${data.user.id}-${month}`, statementAsCsv(data))}
              >
                {t('components.csv')}
              </Button>
              <PrintButton />
            </>
          )}
        </>
      }
    >
      {error && <ListError title={t('statement.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && <Sheet statement={data} month={month} />}
    </ListPage>
  )
}

const Sheet = ({ statement, month }: { statement: Statement; month: string }) => (
  <Panel
    title={`${useMask()(statement.user.username)}, ${month}`}
    hint={`${formatTime(statement.from)} – ${formatTime(statement.to)} ${zoneName()}`}
  >
    <StatementTable statement={statement} />
  </Panel>
)

function useStatement(user: string, month: string) {
  const own = useUser()
  const query = rangeOfMonth(month)
  const id = addressIdOrNone(user)
  return useQuery({
    queryKey: ['statement', user ? id : own?.id, query],
    queryFn: () =>
      user ? send(calls.statements.ofUser, { params: { id }, query }) : send(calls.statements.own, { query }),
  })
}
