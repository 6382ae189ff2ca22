import { Modal } from 'antd'
import { CopyButton } from './copy-button.tsx'
import styles from './text-dialog.module.css'

interface TextDialogProps {
  title: string
  text: string
  /** JSON and similar text. */
  isCode?: boolean
  onClose: () => void
}

/** Shows the whole of a text that a list cuts off, to read and copy. */
export function TextDialog({ title, text, isCode = false, onClose }: TextDialogProps) {
  return (
    <Modal open title={title} footer={null} width={720} onCancel={onClose}>
      <div className={styles.dialog}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll, also by keyboard */}
        <pre tabIndex={0} className={isCode ? styles.code : styles.prose}>
          {text}
        </pre>
        <CopyButton text={text} what={title} />
      </div>
    </Modal>
  )
}
