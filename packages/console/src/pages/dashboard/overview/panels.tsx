import type { Overview, OverviewPanel } from '@tollgate/contract'
import { Skeleton } from 'antd'
import { type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../../components/data-table/index.ts'
import { Announcements } from './announcements.tsx'
import { useOverview } from './api.ts'
import { ApiAddresses } from './api-addresses.tsx'
import styles from './overview.module.css'
import { Questions } from './questions.tsx'
import { Status } from './status.tsx'

export type ShownPanel = Exclude<OverviewPanel, 'figures'>

const PANELS: { [Name in ShownPanel]: ComponentType<{ data: NonNullable<Overview[Name]> }> } = {
  announcements: Announcements,
  api_info: ApiAddresses,
  faq: Questions,
  status: Status,
}

interface OverviewPanelsProps {
  names: readonly ShownPanel[]
  /** Called once they take their place. */
  onSettled?: () => void
}

/** What the operator shows on the overview page, in their order. */
export default function OverviewPanels({ names, onSettled }: OverviewPanelsProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isPending } = useOverview()
  useEffect(() => {
    if (!isPending) onSettled?.()
  }, [isPending, onSettled])
  if (error && !data) return <ListError title={t('overview.loadFailed')} error={error} onRetry={refetch} />
  if (!data) return <Skeleton active />
  return (
    <div className={styles.panels}>
      {names.map(name => {
        // The table has the component of each name's own data.
        const Panel = PANELS[name] as ComponentType<{ data: unknown }>
        return data[name] && <Panel key={name} data={data[name]} />
      })}
    </div>
  )
}
