import { BranchesOutlined, DeleteOutlined, EditOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/copy-button.tsx'
import { useUndoToast } from '../../../components/use-undo-toast.tsx'
import type { Message } from '../conversation/types.ts'
import styles from '../playground.module.css'
import type { ThreadView } from './thread-view.ts'

interface MessageActionsProps {
  view: ThreadView
  message: Message
  /** Copied by the button. */
  text: string
  what: string
  onEdit?: () => void
  children?: ReactNode
}

/** Actions on one message. */
export function MessageActions({ view, message, text, what, onEdit, children }: MessageActionsProps) {
  const { t } = useTranslation()
  const undoable = useUndoToast()
  const { actions, at, threadNow } = view
  const remove = () => {
    const before = threadNow()
    actions.remove(at, message)
    if (before) undoable(t('playground.message.removed'), () => actions.restore(at, before))
  }
  return (
    <div className={styles.actions}>
      {text && <CopyButton text={text} what={what} />}
      {onEdit && <Action label={t('playground.message.edit')} icon={<EditOutlined />} onClick={onEdit} />}
      {message.role === 'assistant' && (
        <Action
          label={t('playground.message.regenerate')}
          icon={<ReloadOutlined />}
          onClick={() => actions.regenerate(at, message)}
        />
      )}
      <Action
        label={t('playground.message.branch')}
        icon={<BranchesOutlined />}
        onClick={() => actions.branchOff(at, message)}
      />
      <Action label={t('playground.message.remove')} icon={<DeleteOutlined />} onClick={remove} />
      {children}
    </div>
  )
}

function Action({ label, icon, onClick }: { label: string; icon: ReactNode; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <Button type="text" size="small" icon={icon} aria-label={label} onClick={onClick} />
    </Tooltip>
  )
}
