import type { PriceDifference } from '@tollgate/contract'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkBar, ListError, PagedTable } from '../../../components/data-table/index.ts'
import { formatNumber } from '../../../lib/format.ts'
import styles from '../models-prices.module.css'
import { type Margin, useAcceptPrices, useDifferences } from './api.ts'
import { useDifferenceColumns } from './columns.tsx'

const PAGE_SIZES = [20, 50, 100] as const

interface DifferencesProps {
  id: number
  margin: Margin
  /** False while a margin is being typed. */
  isCurrent: boolean
}

/** Every model whose price would change, to accept individually or all together. */
export function Differences({ id, margin, isCurrent }: DifferencesProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { data, error, refetch, isPlaceholderData } = useDifferences(id, margin)
  const [selected, setSelected] = useState<string[]>([])
  const { mutate: accept, isPending } = useAcceptPrices()
  const columns = useDifferenceColumns()
  if (error) return <ListError error={error} onRetry={() => void refetch()} />
  const rows = data?.rows.map(row => ({ ...row, id: row.model }))
  const chosen = rows?.filter(row => selected.includes(row.id)) ?? []
  const acceptRows = (accepted: readonly PriceDifference[]) => {
    if (!data) return
    const models = accepted.map(({ model }) => model)
    accept(
      { id, version: data.version, models, ...margin },
      {
        onSuccess: ({ accepted: count }) => {
          setSelected([])
          message.success(t('modelsPrices.saved', { count }))
        },
      },
    )
  }
  const isReady = isCurrent && !isPlaceholderData && !isPending
  return (
    <>
      {data && (
        <div className={styles.askEnd}>
          <span role="status">
            {t('modelsPrices.sync.counts', {
              changed: formatNumber(data.rows.length),
              same: formatNumber(data.same),
              missing: formatNumber(data.missing),
            })}
          </span>
          {data.rows.length > 0 && (
            <Button disabled={!isReady} onClick={() => acceptRows(data.rows)}>
              {t('modelsPrices.sync.acceptAll', { count: data.rows.length })}
            </Button>
          )}
        </div>
      )}
      {data && data.refused.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('modelsPrices.sync.refused', { count: data.refused.length })}
          description={
            <ul className={styles.lines}>
              {data.refused.map(({ model, reason }) => (
                <li key={model}>
                  <span translate="no">{model}</span>: {reason}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <BulkBar count={chosen.length} onClear={() => setSelected([])}>
        <Button size="small" type="primary" disabled={!isReady} onClick={() => acceptRows(chosen)}>
          {t('modelsPrices.sync.accept', { count: chosen.length })}
        </Button>
      </BulkBar>
      <PagedTable
        rows={rows}
        pageSizes={PAGE_SIZES}
        columns={columns}
        nameOf={({ id }) => id}
        keepsLeftOut
        selection={{ selected: chosen, onSelect: rows => setSelected(rows.map(({ id }) => id)) }}
        empty={t('modelsPrices.sync.nothing')}
      />
    </>
  )
}
