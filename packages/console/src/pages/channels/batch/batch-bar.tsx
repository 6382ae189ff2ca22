import type { Channel } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../../components/use-confirm.ts'
import styles from '../channels.module.css'
import { BatchProgress } from './batch-progress.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { type Deed, useBatch } from './use-batch.ts'

/** Actions on the selected channels. */
export function BatchBar({ selected, onClear }: { selected: Channel[]; onClear: () => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { batch, run, stop, close } = useBatch()
  const [isTagging, setTagging] = useState(false)
  const count = selected.length

  const start = async (deed: Deed, tag?: string | null) => {
    const { done, failures } = await run(deed, selected, tag)
    if (deed === 'deleting' || failures.length === 0) onClear()
    if (failures.length > 0 || done < count) return
    close()
    message.success(t('channelTools.batch.done', { count: done }))
  }
  const withSelection = (none: string, act: () => void) => () => {
    if (count === 0) message.warning(none)
    else act()
  }
  const askAndDelete = async () => {
    const agreed = await confirm({
      title: t('channelTools.batch.deleteTitle', { count }),
      consequence: t('channels.deleteConsequence'),
      agree: t('components.row.delete'),
      danger: true,
    })
    if (agreed) await start('deleting')
  }
  const { choose, chooseForTag, chooseForDelete } = {
    choose: t('channelTools.batch.choose'),
    chooseForTag: t('channelTools.batch.chooseForTag'),
    chooseForDelete: t('channelTools.batch.chooseForDelete'),
  }
  return (
    <div className={styles.batch} role="toolbar" aria-label={t('components.table.selected', { count })}>
      <strong>{t('components.table.selected', { count })}</strong>
      <Button size="small" onClick={withSelection(choose, () => start('enabling'))}>
        {t('channelTools.batch.enable')}
      </Button>
      <Button size="small" onClick={withSelection(choose, () => start('disabling'))}>
        {t('channelTools.batch.disable')}
      </Button>
      <Button size="small" onClick={withSelection(chooseForTag, () => setTagging(true))}>
        {t('channelTools.batch.tag')}
      </Button>
      <Button size="small" danger onClick={withSelection(chooseForDelete, askAndDelete)}>
        {t('channelTools.batch.delete')}
      </Button>
      {count > 0 && (
        <Button type="link" size="small" onClick={onClear}>
          {t('components.table.clearSelection')}
        </Button>
      )}
      {isTagging && (
        <TagDialog
          count={count}
          onTag={tag => {
            setTagging(false)
            start('tagging', tag)
          }}
          onClose={() => setTagging(false)}
        />
      )}
      {batch && <BatchProgress batch={batch} onStop={stop} onClose={close} />}
    </div>
  )
}
