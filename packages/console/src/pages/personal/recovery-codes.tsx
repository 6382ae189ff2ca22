import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import styles from './security.module.css'

/** The recovery codes, which are only shown once: only its button closes the dialog. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      open={isOpen}
      title={t('security.recovery.title')}
      width={460}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterClose={onClose}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          {t('security.recovery.stored')}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t('security.recovery.once')} className={styles.once} />
      <CodeBlock code={codes.join('\n')} what={t('security.recovery.title')} />
    </Modal>
  )
}
