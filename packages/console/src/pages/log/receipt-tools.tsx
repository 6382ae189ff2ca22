import { DownloadOutlined } from '@ant-design/icons'
import type { Receipt } from '@tollgate/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { CopyButton } from '../../components/copy-button.tsx'
import { paths } from '../../lib/paths.ts'
import { saveCsv } from '../../lib/save-csv.ts'
import type { LogRow } from './api.ts'
import styles from './log.module.css'
import { receiptAsCsv } from './receipt-as-csv.ts'
import { teamOf } from './refunds/api.ts'

/** Actions on a row: copy its address, save its receipt as a table. `receipt` is null if it has none. */
export function ReceiptTools({ row, receipt, isAlone }: { row: LogRow; receipt: Receipt | null; isAlone: boolean }) {
  const { t } = useTranslation()
  const { team_id } = teamOf(row)
  const address = paths.receipt.replace(':id', String(row.id)) + (team_id ? `?team_id=${team_id}` : '')
  return (
    <div className={styles.tools}>
      {!isAlone && <Link to={address}>{t('log.receipt.open')}</Link>}
      <CopyButton text={location.origin + address} what={t('log.receipt.link')} />
      {receipt && (
        <Button
          type="text"
          size="small"
          icon={<DownloadOutlined />}
          onClick={() => saveCsv(`receipt-${row.id}`, receiptAsCsv(receipt))}
        >
          {t('components.csv')}
        </Button>
      )}
    </div>
  )
}
