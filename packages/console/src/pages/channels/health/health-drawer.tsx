import { CHANNEL_STATUS } from '@tollgate/contract'
import { Alert, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnChoice, ColumnChooser, PagedTable, useColumnChoice } from '../../../components/data-table/index.ts'
import { Figures } from '../../../components/figures.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { formatNumber, formatRelativeTime } from '../../../lib/format.ts'
import { stored } from '../../../lib/storage.ts'
import { useChannelHealth } from './api.ts'
import { useFigures } from './figures.ts'
import styles from './health.module.css'
import { useHourColumns } from './hour-columns.tsx'
import { type HourRow, hourRows, sortHours } from './hour-rows.ts'

const WIDTH = 1080
const PAGE_SIZES = [50] as const

/** The last hour of all channels, at the side of the page. */
export function HealthDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [sort, setSort] = useState('')
  const sorting = { sort, setSort }
  const columns = useColumnChoice(useHourColumns(sorting), stored.hourColumns, { inAddress: false })
  return (
    <Drawer
      open
      title={t('channelHealth.title')}
      size={isPhone ? '100%' : WIDTH}
      onClose={onClose}
      extra={<ColumnChooser choice={columns} sorting={sorting} />}
    >
      <Health columns={columns} sort={sort} />
    </Drawer>
  )
}

function Health({ columns, sort }: { columns: ColumnChoice<HourRow>; sort: string }) {
  const { t } = useTranslation()
  const { data, error } = useChannelHealth()
  const figures = useFigures()
  if (!data)
    return error ? <Alert type="error" showIcon title={t('channelHealth.loadFailed')} /> : <Skeleton active paragraph />
  const { total, channels, since } = data
  const told = channels.filter(({ calls, breakers }) => calls > 0 || breakers.length > 0)
  const quiet = channels.length - told.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer scrolls, also by keyboard
    <section className={styles.health} tabIndex={0} aria-label={t('channelHealth.title')}>
      <p className={styles.intro}>{t('channelHealth.intro', { since: formatRelativeTime(since) })}</p>
      <Figures figures={figures(total)} leading />
      <PagedTable
        rows={[...sortHours(hourRows(told), sort)]}
        columns={columns.visible}
        layout={columns.layout}
        onLeftOut={columns.onLeftOut}
        keepsLeftOut
        nameOf={({ channel, model }) => (model === null ? channel.name : `${channel.name}, ${model}`)}
        isDimmed={({ channel }) => channel.status !== CHANNEL_STATUS.enabled}
        pageSizes={PAGE_SIZES}
        empty={<p className={styles.intro}>{t('channelHealth.empty')}</p>}
      />
      {quiet > 0 && (
        <p className={styles.intro}>{t('channelHealth.quiet', { count: quiet, number: formatNumber(quiet) })}</p>
      )}
    </section>
  )
}
