import { SearchOutlined } from '@ant-design/icons'
import { Skeleton } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ListError, ListPage, SearchInput } from '../../components/data-table/index.ts'
import { useStoredOptions } from './api.ts'
import type { StoredOptions } from './option-texts.ts'
import { SearchResults } from './search-results.tsx'
import styles from './settings.module.css'
import { Tabs } from './tabs.tsx'
import { useLeaveNotice } from './use-drafts.ts'
import { useSettings } from './use-settings.ts'

export default function SettingsPage() {
  const { t } = useTranslation()
  const [place, setPlace] = useSearchParams()
  const options = useStoredOptions()
  const query = place.get('q') ?? ''

  const search = (text: string) =>
    setPlace(
      place => {
        if (text) place.set('q', text)
        else place.delete('q')
        return place
      },
      { replace: true },
    )

  return (
    <ListPage
      title={t('layout.pages.settings')}
      intro={t('settings.intro')}
      aside={
        <div className={styles.search}>
          <SearchInput label={t('settings.search')} prefix={<SearchOutlined />} value={query} onSearch={search} />
        </div>
      }
    >
      <Suspense fallback={<Loading />}>
        {options.data && <Loaded stored={options.data} query={query} onClearSearch={() => search('')} />}
      </Suspense>
      {options.isPending && <Loading />}
      {options.isLoadingError && (
        <ListError title={t('settings.loadFailed')} error={options.error} onRetry={options.refetch} />
      )}
    </ListPage>
  )
}

const Loading = () => <Skeleton active className={styles.skeleton} paragraph={{ rows: 12 }} />

interface LoadedProps {
  stored: StoredOptions
  query: string
  onClearSearch: () => void
}

function Loaded({ stored, query, onClearSearch }: LoadedProps) {
  const settings = useSettings(stored)
  useLeaveNotice(settings.isUnsaved)
  if (query) return <SearchResults query={query} settings={settings} onClear={onClearSearch} />
  return <Tabs settings={settings} />
}
