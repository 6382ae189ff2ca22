import { Alert, Tabs } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError, ListPage, useFilters } from '../../components/data-table/index.ts'
import { PlaceLink } from '../../components/links/index.tsx'
import { places } from '../../lib/places.ts'
import { useStoredOptions } from '../settings/api.ts'
import { readTables } from '../settings/prices/price-tables.ts'
import { useModelPrices } from './api.ts'
import { ModelList } from './model-list.tsx'
import styles from './models-prices.module.css'
import { modelRows } from './rows.ts'
import { SyncView } from './sync/index.tsx'
import { WhatIfView } from './what-if/index.tsx'

/** Every model: who serves it, its price and its revenue; and the revenue that other prices would have brought. */
export default function ModelsPricesPage() {
  const { t } = useTranslation()
  const address = useFilters(['tab', 'draft'])
  const models = useModelPrices()
  const options = useStoredOptions()
  const tables = options.data && readTables(options.data.textOf)
  const error = models.error ?? options.error
  const rows = models.data && typeof tables === 'object' ? modelRows(models.data, tables) : undefined
  const replay = (draft: object) => address.setFilters({ tab: 'what-if', draft: JSON.stringify(draft) })
  return (
    <ListPage
      title={t('layout.pages.modelsPrices')}
      intro={t('modelsPrices.intro')}
      aside={
        <span className={styles.asJson}>
          <PlaceLink to={places.option('operation', 'ModelPrice')}>{t('modelsPrices.asJson')}</PlaceLink>
        </span>
      }
    >
      <Tabs
        activeKey={address.filters.tab || 'models'}
        onChange={tab => address.setFilters({ tab: tab === 'models' ? '' : tab, draft: '' })}
        items={[
          {
            key: 'models',
            label: t('modelsPrices.tabs.models'),
            children: error ? (
              <ListError error={error} onRetry={() => void models.refetch()} />
            ) : typeof tables === 'string' ? (
              <Alert type="warning" showIcon title={t('prices.brokenJson', { option: tables })} />
            ) : (
              <ModelList rows={rows} tables={tables} onReplay={replay} />
            ),
          },
          { key: 'sync', label: t('modelsPrices.tabs.sync'), children: <SyncView /> },
          {
            key: 'what-if',
            label: t('modelsPrices.tabs.whatIf'),
            children: <WhatIfView key={address.filters.draft} draft={address.filters.draft} />,
          },
        ]}
      />
    </ListPage>
  )
}
