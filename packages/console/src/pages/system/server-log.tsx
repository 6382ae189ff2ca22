import { LOG_LEVELS, type LogLevel } from '@tollgate/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { SearchInput } from '../../components/data-table/search-input.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatDayTime } from '../../lib/format.ts'
import { useServerLog } from './api.ts'
import styles from './system.module.css'

/** The last lines of the server's log. Levels and lines are the server's own words. */
export function ServerLog() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [level, setLevel] = useState<LogLevel>('info')
  const { data: lines, error, isLoadingError, refetch } = useServerLog(search, level)
  return (
    <Panel title={t('system.log.title')} hint={t('system.log.hint')}>
      <search className={styles.search}>
        <SearchInput label={t('system.log.search')} value={search} onSearch={setSearch} />
        <Select<LogLevel>
          aria-label={t('system.log.level')}
          value={level}
          onChange={setLevel}
          options={LOG_LEVELS.map(value => ({ value, label: value }))}
        />
      </search>
      {isLoadingError && <ListError title={t('system.log.failed')} error={error} onRetry={refetch} />}
      {lines?.length === 0 && <p>{t('system.log.empty')}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <ol className={styles.lines} tabIndex={0} aria-label={t('system.log.title')} translate="no">
        {lines?.map(({ at, level, message, details, worker }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and several are alike
          <li key={place} data-level={level}>
            <time>{formatDayTime(at / 1000)}</time> <b>{level}</b>{' '}
            <span className={styles.worker}>{t('system.log.worker', { worker })}</span> {message}
            {details && <code>{details}</code>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
