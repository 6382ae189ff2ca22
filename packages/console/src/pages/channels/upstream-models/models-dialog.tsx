import { App, Input, Modal, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../../components/data-table/index.ts'
import { type Upstream, useUpstreamModels } from './api.ts'
import { diffModels } from './diff-models.ts'
import { ModelGroup } from './model-group.tsx'

interface ModelsDialogProps {
  title: string
  upstream: Upstream
  /** The models the channel serves now, and its names that differ from the upstream's. */
  served: string[]
  mapping: Record<string, string>
  isSaving?: boolean
  onTake: (models: string[]) => void
  onClose: () => void
}

/** Shows how a channel's models differ from its upstream's, and lets the operator choose which it serves. */
export function ModelsDialog({ title, upstream, mapping, isSaving, onTake, onClose, ...given }: ModelsDialogProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { data: offered, error, isFetching, refetch } = useUpstreamModels(upstream)
  // The form behind it may take models meanwhile.
  const [served] = useState(given.served)
  const [chosen, setChosen] = useState<ReadonlySet<string>>()
  // A channel that serves nothing yet takes all.
  const taken = chosen ?? new Set(served.length > 0 ? served : offered)
  const [search, setSearch] = useState('')
  const diff = offered && !isFetching ? diffModels(served, offered, mapping) : undefined
  const isSame = diff && diff.fresh.length + diff.gone.length === 0
  const take = (models: string[], isTaken: boolean) =>
    setChosen(new Set(isTaken ? [...taken, ...models] : [...taken].filter(model => !models.includes(model))))

  return (
    <Modal
      open
      width={760}
      title={title}
      onCancel={onClose}
      cancelText={t('components.confirm.cancel')}
      okText={t('channelTools.models.take', { count: taken.size })}
      okButtonProps={{ disabled: !diff, loading: isSaving }}
      onOk={() => {
        if (taken.size === 0) message.error(t('channelTools.models.noModels'))
        else onTake([...taken])
      }}
    >
      {isFetching && (
        <Skeleton
          active
          title={{ width: '100%' }}
          paragraph={{ rows: 5 }}
          aria-label={t('channelTools.models.fetching')}
        />
      )}
      {error && !isFetching && <ListError error={error} onRetry={refetch} />}
      {diff && (
        <>
          <Input
            type="search"
            allowClear
            value={search}
            aria-label={t('channelTools.models.search')}
            placeholder={t('channelTools.models.search')}
            onChange={event => setSearch(event.target.value)}
          />
          {isSame && <p>{t('channelTools.models.same')}</p>}
          {(['fresh', 'gone', 'kept'] as const).map(kind => (
            <ModelGroup
              key={kind}
              title={t(`channelTools.models.${kind}`, { count: diff[kind].length })}
              hint={t(`channelTools.models.${kind}Hint`)}
              models={diff[kind]}
              search={search}
              taken={taken}
              onTake={take}
            />
          ))}
        </>
      )}
    </Modal>
  )
}
