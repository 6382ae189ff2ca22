import { LOG_LEVELS, type LogLevel } from '@tollgate/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { SearchInput } from '../../components/data-table/search-input.tsx'
import { Panel } from '../../components/panel.tsx'
import { formatDayTime, formatSpan } from '../../lib/format.ts'
import { useServerLog } from './api.ts'
import styles from './system.module.css'

/** Seconds back; 0: all lines. */
const SPANS = [0, 300, 3600, 24 * 3600] as const
/** Every worker. */
const ALL = -1

/** The last lines of the server's log. Levels and lines are the server's own words. */
export function ServerLog({ workers }: { workers: readonly number[] }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [level, setLevel] = useState<LogLevel>('info')
  const [seconds, setSeconds] = useState<number>(0)
  const [worker, setWorker] = useState(ALL)
  const query = { search, level, seconds, ...(worker !== ALL && { worker }) }
  const { data: lines, error, isLoadingError, refetch } = useServerLog(query)
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
        <Select<number>
          aria-label={t('system.log.time')}
          value={seconds}
          onChange={setSeconds}
          options={SPANS.map(value => ({
            value,
            label: value === 0 ? t('system.log.anyTime') : t('system.log.past', { span: formatSpan(value) }),
          }))}
        />
        {workers.length > 1 && (
          <Select<number>
            aria-label={t('system.log.workers')}
            value={worker}
            onChange={setWorker}
            options={[ALL, ...workers].map(value => ({
              value,
              label: value === ALL ? t('system.log.allWorkers') : t('system.log.worker', { worker: value }),
            }))}
          />
        )}
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
