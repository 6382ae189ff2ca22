import { PictureOutlined } from '@ant-design/icons'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './drawings.module.css'

/** The way to a drawing's picture. An address that is none of the web's is shown as text, never opened. */
export function PictureCell({ address, name }: { address: string; name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  if (!address) return null
  if (!isOfTheWeb(address)) return address
  return (
    <>
      <Button
        size="small"
        icon={<PictureOutlined />}
        aria-haspopup="dialog"
        aria-label={t('drawings.viewOf', { name })}
        onClick={() => setOpen(true)}
      >
        {t('drawings.view')}
      </Button>
      {isOpen && <Preview address={address} name={name} onClose={() => setOpen(false)} />}
    </>
  )
}

function Preview({ address, name, onClose }: { address: string; name: string; onClose: () => void }) {
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

const isOfTheWeb = (address: string): boolean => /^https?:\/\//i.test(address) || /^\/(?!\/)/.test(address)
