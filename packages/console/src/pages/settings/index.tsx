import { SearchOutlined } from '@ant-design/icons'
import { Button, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { ListError, ListPage, SearchInput } from '../../components/data-table/index.ts'
import { PageNotice } from '../../components/page-notice.tsx'
import { CONSOLE_START } from '../../lib/paths.ts'
import { useMay } from '../../session/user.ts'
import { useStoredOptions } from './api.ts'
import type { StoredOptions } from './option-texts.ts'
import { SearchResults } from './search-results.tsx'
import styles from './settings.module.css'
import { Tabs } from './tabs.tsx'
import { useLeaveNotice } from './use-drafts.ts'
import { useSettings } from './use-settings.ts'

/** The tabs are for administrators; other pages may link anybody here. */
export default function SettingsPage() {
  const { t } = useTranslation()
  if (useMay({ any: ['settings', 'prices'] })) return <AdminSettings />
  return (
    <PageNotice
      title={t('settings.forUsers')}
      hint={t('settings.forUsersHint')}
      action={
        <Link to={CONSOLE_START}>
          <Button type="primary">{t('session.backToConsole')}</Button>
        </Link>
      }
    />
  )
}

function AdminSettings() {
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
      {options.data && <Loaded stored={options.data} query={query} onClearSearch={() => search('')} />}
      {options.isPending && <Skeleton active className={styles.skeleton} paragraph={{ rows: 12 }} />}
      {options.isLoadingError && (
        <ListError title={t('settings.loadFailed')} error={options.error} onRetry={options.refetch} />
      )}
    </ListPage>
  )
}

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
