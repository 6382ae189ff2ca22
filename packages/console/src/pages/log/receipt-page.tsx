import { useQuery } from '@tanstack/react-query'
import { calls } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearchParams } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { PrintButton } from '../../components/print-button.tsx'
import { addressIdOrNone } from '../../lib/address-id.ts'
import { send } from '../../lib/call.ts'
import { formatTime, zoneName } from '../../lib/format.ts'
import { readOther } from '../../lib/log-other.ts'
import { paths } from '../../lib/paths.ts'
import { scopeOf } from '../../lib/scope.ts'
import { useMay } from '../../session/user.ts'
import type { LogRow } from './api.ts'
import { LogDetails } from './details.tsx'

/** One row of the log at its own address: anybody's for administrators, otherwise one's own or a team's. */
export default function ReceiptPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { data, error, refetch } = useReceipt(id, search.get('team_id') ?? '')
  return (
    <ListPage
      title={t('layout.pages.receipt')}
      intro={t('log.receipt.intro')}
      aside={
        <>
          <Link to={paths.log}>{t('log.receipt.back')}</Link>
          {data && <PrintButton />}
        </>
      }
    >
      {error && <ListError title={t('log.receipt.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <Panel title={`${data.model_name} #${data.id}`.trim()} hint={`${formatTime(data.created_at)} ${zoneName()}`}>
          <LogDetails row={data} isAlone />
        </Panel>
      )}
    </ListPage>
  )
}

function useReceipt(text: string, team: string) {
  const { team_id } = scopeOf({ team_id: team, member_id: '', project_id: '' })
  const isOfAll = useMay('logs') && team_id === ''
  const params = { id: addressIdOrNone(text) }
  return useQuery({
    queryKey: ['receipt', isOfAll, team_id, params.id],
    queryFn: () =>
      isOfAll ? send(calls.logs.receipt, { params }) : send(calls.logs.receiptSelf, { params, query: { team_id } }),
    select: (log): LogRow => ({ ...log, details: readOther(log.other) }),
  })
}
