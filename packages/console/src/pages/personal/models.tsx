import { Button, Empty, Skeleton } from 'antd'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { useCopy } from '../../components/use-copy.tsx'
import { stored, useStored } from '../../lib/storage.ts'
import { useUsableModelsQuery } from '../tokens/api.ts'
import styles from './personal.module.css'

const SHOWN_AT_FIRST = 10

/** The models the user may call, the first few until all are requested; a press copies a name. */
export function Models() {
  const { t } = useTranslation()
  const models = useUsableModelsQuery()
  return (
    <Panel title={t('personal.models.title')} hint={t('personal.models.hint')}>
      {models.data ? (
        <Chips names={models.data} />
      ) : models.error ? (
        <ListError error={models.error} onRetry={models.refetch} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
    </Panel>
  )
}

function Chips({ names }: { names: string[] }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const [isExpanded, setExpanded] = useStored(stored.modelsExpanded)
  const more = names.length - SHOWN_AT_FIRST
  if (names.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('personal.models.none')} />
  return (
    <>
      <ul className={styles.chips}>
        {(isExpanded ? names : names.slice(0, SHOWN_AT_FIRST)).map(name => (
          <li key={name} translate="no">
            <button
              type="button"
              className={styles.chip}
              aria-label={t('components.copy.copyWhat', { what: name })}
              onClick={() => copy(name)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Button
          type="link"
          size="small"
          className={styles.more}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('personal.models.fewer') : t('personal.models.more', { count: more })}
        </Button>
      )}
    </>
  )
}
