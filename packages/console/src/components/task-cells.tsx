import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatShare, formatTime } from '../lib/format.ts'
import { ChannelTag } from './channel-tag.tsx'
import { ColorTag } from './color-tag.tsx'
import { CopyButton } from './copy-button.tsx'
import { Hint } from './hint/index.tsx'
import { lazyForm } from './lazy-form.tsx'
import { ChannelLink } from './links/index.tsx'
import { Quota } from './quota.tsx'
import { RelativeTime } from './relative-time.tsx'
import { Tag } from './tag.tsx'
import styles from './task-cells.module.css'

export const TextDialog = lazyForm(() => import('./text-dialog.tsx').then(file => file.TextDialog))

/** Unix seconds; 0: not yet. */
export const TimeCell = ({ at }: { at: number }) => (at > 0 ? <RelativeTime at={at} /> : null)

const LONG_SECONDS = 60

/** How long it took: green up to a minute, red beyond. Empty while it is running. */
export function DurationCell({ from, to }: { from: number; to: number }) {
  const { t } = useTranslation()
  if (from <= 0 || to <= 0 || to < from) return null
  const seconds = to - from
  return (
    <Hint title={() => `${formatTime(from)} – ${formatTime(to)}`}>
      <span className={seconds > LONG_SECONDS ? styles.long : styles.short}>
        {t('tasks.seconds', { seconds: formatNumber(seconds, 1) })}
      </span>
    </Hint>
  )
}

/** An upstream's word with its badge; an unknown word is shown unchanged. */
export interface Badge {
  color?: string
  label: string
}

export function BadgeCell({ badge, word }: { badge: Badge | undefined; word: string }) {
  if (!badge) return word ? <Tag>{word}</Tag> : null
  return <ColorTag color={badge.color}>{badge.label}</ColorTag>
}

interface ProgressCellProps {
  /** As the upstream writes it: `50%`. */
  progress: string
  hasFailed: boolean
  shape: 'line' | 'circle'
}

export function ProgressCell({ progress, hasFailed, shape }: ProgressCellProps) {
  const { t } = useTranslation()
  const percent = percentIn(progress)
  if (percent === null) return progress || null
  return (
    <Progress
      className={shape === 'circle' ? styles.circle : styles.line}
      aria-label={t('tasks.progress', { percent })}
      type={shape}
      size={shape === 'circle' ? 26 : 'small'}
      percent={percent}
      status={hasFailed ? 'exception' : percent < 100 ? 'normal' : 'success'}
      format={
        hasFailed || percent === 100 ? undefined : () => (shape === 'circle' ? percent : formatShare(percent / 100, 0))
      }
    />
  )
}

/** null if it is not a percentage. */
function percentIn(progress: string): number | null {
  const digits = /^(\d{1,3})(?:\.\d+)?%$/.exec(progress)?.[1]
  const percent = Number(digits)
  return digits === undefined || percent > 100 ? null : percent
}

/** The charge, and the refund beside it. */
export function CostCell({ quota, refunded }: { quota: number; refunded: number }) {
  const { t } = useTranslation()
  if (quota === 0 && refunded === 0) return null
  if (refunded === 0) return <Quota value={quota} />
  return (
    <span className={styles.cost}>
      <s className={styles.returned}>
        <Quota value={quota} />
      </s>
      <ColorTag color="green">
        {t('tasks.refunded')} {refunded !== quota && <Quota value={refunded} />}
      </ColorTag>
    </span>
  )
}

/** One line of a possibly long text; a click shows all of it. */
export function TextCell({ text, title, isQuoted = false }: { text: string; title: string; isQuoted?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  if (!text) return null
  return (
    <>
      <Button type="link" size="small" className={styles.text} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {isQuoted ? <q>{text}</q> : text}
      </Button>
      {isOpen && <TextDialog title={title} text={text} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Why a task failed: the gateway's own words in the reader's language, the upstream's in quotation marks. */
export function FailureCell({
  row: { failure, fail_reason },
}: {
  row: { failure?: string | undefined; fail_reason: string }
}) {
  const { t } = useTranslation()
  return <TextCell text={failure ?? fail_reason} title={t('tasks.columns.reason')} isQuoted={failure === undefined} />
}

/** The channel it runs on; a deleted one has no name. */
export function ChannelCell({ row }: { row: { channel_id: number; channel_name: string } }) {
  if (row.channel_id === 0) return null
  return (
    <Hint title={row.channel_name}>
      <span className={styles.channel}>
        <ChannelLink id={row.channel_id}>
          <ChannelTag id={row.channel_id} />
          {row.channel_name}
        </ChannelLink>
      </span>
    </Hint>
  )
}

interface IdCellProps {
  id: string
  /** Name of the copied text. */
  what: string
  /** Opens details. */
  onOpen?: () => void
}

export function IdCell({ id, what, onOpen }: IdCellProps) {
  if (!id) return null
  return (
    <span className={styles.id}>
      {onOpen ? (
        <Button type="link" size="small" className={styles.text} aria-haspopup="dialog" onClick={onOpen}>
          <code>{id}</code>
        </Button>
      ) : (
        <code>{id}</code>
      )}
      <CopyButton text={id} what={what} />
    </span>
  )
}
