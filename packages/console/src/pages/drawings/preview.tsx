import { Alert, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './drawings.module.css'

interface PreviewProps {
  address: string
  name: string
  onClose: () => void
}

/** A drawing's picture over the list. */
export function Preview({ address, name, onClose }: PreviewProps) {
  const { t } = useTranslation()
  const [hasFailed, setFailed] = useState(false)
  return (
    <Modal open title={name} footer={null} width={880} onCancel={onClose}>
      {hasFailed ? (
        <Alert type="warning" showIcon title={t('drawings.pictureFailed')} />
      ) : (
        <img
          className={styles.picture}
          src={address}
          alt={t('drawings.pictureOf', { name })}
          referrerPolicy="no-referrer"
          onError={() => setFailed(true)}
        />
      )}
      <p className={styles.link}>
        <a href={address} target="_blank" rel="noreferrer">
          {t('drawings.openPicture')}
        </a>
      </p>
    </Modal>
  )
}
