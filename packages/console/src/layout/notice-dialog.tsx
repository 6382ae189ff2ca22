import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { OperatorContent } from '../components/operator-content.tsx'
import styles from './top-bar.module.css'

export default function NoticeDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal open title={t('layout.notice.title')} footer={null} width={640} onCancel={onClose}>
      <div className={styles.notice}>
        <OperatorContent text={text} title={t('layout.notice.title')} />
      </div>
    </Modal>
  )
}
