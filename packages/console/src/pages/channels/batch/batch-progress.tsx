import { Button, Modal, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from '../channels.module.css'
import type { RunningBatch } from './use-batch.ts'

interface BatchProgressProps {
  batch: RunningBatch
  onStop: () => void
  onClose: () => void
}

/** The progress of a batch, and what failed. */
export function BatchProgress({ batch, onStop, onClose }: BatchProgressProps) {
  const { t } = useTranslation()
  const { deed, done, total, failures, isOver, isStopped } = batch
  const percent = Math.round(((done + failures.length) / total) * 100)
  return (
    <Modal
      open
      title={t(`channelTools.batch.${deed}`)}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        isOver ? (
          <Button type="primary" onClick={onClose}>
            {t('channelTools.batch.close')}
          </Button>
        ) : (
          <Button onClick={onStop}>{t('channelTools.batch.stop')}</Button>
        )
      }
    >
      <Progress
        percent={percent}
        status={failures.length > 0 ? 'exception' : isOver ? 'normal' : 'active'}
        showInfo={false}
        aria-hidden="true"
      />
      <p role="status">{t('channelTools.batch.progress', { done, total })}</p>
      {isOver && isStopped && <p>{t('channelTools.batch.stopped')}</p>}
      {failures.length > 0 && (
        <>
          <p>{t('channelTools.batch.failures')}</p>
          <ul className={styles.failures}>
            {failures.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
              <li key={index}>
                <strong>{name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
