import { CHANNEL_STATUS } from '@tollgate/contract'
import { StatusDot } from '../../../components/status-dot.tsx'
import { labelled } from '../../../lib/join-words.ts'
import { t } from '../../../phrases/index.ts'
import styles from '../channels.module.css'
import { InlineNumber } from '../inline-number.tsx'
import { useChangeTag } from './api.ts'
import { same, type TagLine } from './tag-lines.ts'

export function TagNameCell({ line }: { line: TagLine }) {
  return (
    <>
      <strong>{line.tag}</strong>{' '}
      <span className={styles.quiet} title={t('channelTools.tags.channels', { count: line.children.length })}>
        ({line.children.length})
      </span>
    </>
  )
}

/** On if any of its channels is. */
export function TagStateCell({ line }: { line: TagLine }) {
  const enabled = line.children.filter(({ status }) => status === CHANNEL_STATUS.enabled).length
  return (
    <StatusDot
      kind={enabled > 0 ? 'good' : 'off'}
      label={t(`channels.states.${enabled > 0 ? 'enabled' : 'disabled'}`)}
      reason={t('channelTools.tags.enabledOf', { enabled, all: line.children.length })}
    />
  )
}

/** Priority or weight of all its channels; blank if they differ. */
export function TagNumberCell({ line, field, min }: { line: TagLine; field: 'priority' | 'weight'; min: number }) {
  const { mutateAsync: change } = useChangeTag()
  return (
    <InlineNumber
      label={labelled(t(`channels.columns.${field}`), line.tag)}
      value={same(line.children, field)}
      placeholder={t('channelTools.tags.mixed')}
      min={min}
      onSave={value => change({ tag: line.tag, [field]: value })}
    />
  )
}
