import { Button, Modal, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './many.module.css'
import type { Batch } from './use-batch.ts'

/** The progress of a batch, and its failures. */
export function BatchProgress({ batch: { batch, stop, close } }: { batch: Batch }) {
  const { t } = useTranslation()
  if (!batch) return null
  const { title, done, total, failures, isOver, isStopped } = batch
  const percent = Math.round(((done + failures.length) / total) * 100)
  return (
    <Modal
      open
      title={title}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        isOver ? (
          <Button type="primary" onClick={close}>
            {t('components.many.close')}
          </Button>
        ) : (
          <Button onClick={stop}>{t('components.many.stop')}</Button>
        )
      }
    >
      <Progress
        percent={percent}
        status={failures.length > 0 ? 'exception' : isOver ? 'normal' : 'active'}
        showInfo={false}
        aria-hidden="true"
      />
      <p role="status">{t('components.many.progress', { done, total })}</p>
      {isOver && isStopped && <p>{t('components.many.stopped')}</p>}
      {failures.length > 0 && (
        <>
          <p>{t('components.many.failures')}</p>
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
