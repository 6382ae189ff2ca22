import { DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { calls, USER_ID_HEADER } from '@tollgate/contract'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError, ListPage, SearchInput } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { type Operation, useOperations } from './api.ts'
import styles from './api-docs.module.css'
import { OperationRow } from './operation.tsx'

/** Every call of the console's API, for people who write scripts. */
export default function ApiDocsPage() {
  const { t } = useTranslation()
  const { data, error, isPending, isLoadingError, refetch } = useOperations()
  const [query, setQuery] = useState('')
  const found = data?.filter(one => matches(one, query.toLowerCase())) ?? []
  const rooms = [...new Set(found.map(({ tags: [room = ''] }) => room))]
  return (
    <ListPage
      title={t('layout.pages.apiDocs')}
      intro={t('apiDocs.intro', { header: USER_ID_HEADER })}
      aside={
        <div className={styles.tools}>
          <SearchInput
            label={t('apiDocs.search')}
            prefix={<SearchOutlined />}
            style={{ width: 240 }}
            value={query}
            onSearch={setQuery}
          />
          <Button icon={<DownloadOutlined />} href={calls.openapi.document.path} download="openapi.json">
            {t('apiDocs.download')}
          </Button>
        </div>
      }
    >
      {isPending && <Skeleton active paragraph={{ rows: 12 }} />}
      {isLoadingError && <ListError title={t('apiDocs.loadFailed')} error={error} onRetry={refetch} />}
      {data && found.length === 0 && <p>{t('apiDocs.nothing', { query })}</p>}
      <div className={styles.rooms} lang="en">
        {rooms.map(room => (
          <Panel key={room} title={room}>
            {found
              .filter(({ tags }) => tags[0] === room)
              .map(operation => (
                <OperationRow key={operation.operationId} operation={operation} />
              ))}
          </Panel>
        ))}
      </div>
    </ListPage>
  )
}

const matches = ({ path, summary, operationId, method }: Operation, words: string): boolean =>
  [path, summary, operationId, method].some(text => text.toLowerCase().includes(words))
