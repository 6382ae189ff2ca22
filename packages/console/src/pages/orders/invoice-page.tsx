import type { Invoice } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ListError, ListPage } from '../../components/data-table/index.ts'
import { FactList } from '../../components/fact-list.tsx'
import { Panel } from '../../components/panel.tsx'
import { PrintButton } from '../../components/print-button.tsx'
import { useQuotaText } from '../../components/quota.tsx'
import { useMask } from '../../components/sensitive.tsx'
import { formatMoney, formatTime } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useInvoice } from './api.ts'
import styles from './invoice.module.css'

/** The invoice of a paid order at its own address, made to be printed. */
export default function InvoicePage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const { data, error, refetch } = useInvoice(id)
  return (
    <ListPage
      title={t('layout.pages.invoice')}
      intro={t('orders.invoice.intro')}
      aside={
        <>
          <Link to={paths.wallet}>{t('orders.invoice.back')}</Link>
          {data && <PrintButton />}
        </>
      }
    >
      {error && <ListError title={t('orders.invoice.failed')} error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && <Sheet invoice={data} />}
    </ListPage>
  )
}

function Sheet({ invoice: { order, name, address, tax_id, footer, buyer } }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const mask = useMask()
  const money = (cents: number) => mask(formatMoney(cents / 100, order.currency))
  const amount = useQuotaText()(order.quota)
  return (
    <Panel title={name} hint={<span className={styles.lines}>{address}</span>}>
      <FactList
        className={styles.facts}
        facts={[
          { label: t('orders.invoice.taxId'), value: tax_id },
          { label: t('orders.invoice.number'), value: <span translate="no">{order.trade_no}</span> },
          { label: t('orders.invoice.date'), value: formatTime(order.complete_time) },
          { label: t('orders.invoice.to'), value: mask([buyer.username, buyer.email].filter(Boolean).join(', ')) },
          { label: t('orders.invoice.method'), value: t(`wallet.methods.${order.payment_method}`) },
        ]}
      />
      <table className={styles.amounts}>
        <thead>
          <tr>
            <th scope="col">{t('orders.invoice.description')}</th>
            <th scope="col">{t('orders.invoice.amount')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              {order.plan ? t('orders.invoice.plan', { plan: order.plan }) : t('orders.invoice.item', { amount })}
            </td>
            <td>{money(order.money_cents)}</td>
          </tr>
          <tr>
            <th scope="row">{t('orders.invoice.total')}</th>
            <td>
              <strong>{money(order.money_cents)}</strong>
            </td>
          </tr>
          {order.refunded_cents > 0 && (
            <>
              <tr>
                <th scope="row">{t('orders.invoice.refunded')}</th>
                <td>−{money(order.refunded_cents)}</td>
              </tr>
              <tr>
                <th scope="row">{t('orders.invoice.left')}</th>
                <td>{money(order.money_cents - order.refunded_cents)}</td>
              </tr>
            </>
          )}
        </tbody>
      </table>
      {footer && <p className={styles.lines}>{footer}</p>}
    </Panel>
  )
}
