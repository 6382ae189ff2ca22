import { type Channel, splitList } from '@tollgate/contract'
import { Button, Input, Modal, Progress, Space, Typography } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TestTable } from './test-table.tsx'
import styles from './tests.module.css'
import { useModelTests } from './use-model-tests.ts'

/** Tests a channel with any of its models, several at once; a search narrows the list by name. */
export function TestDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<string[]>([])
  const { tests, isRunning, progress, run, stop } = useModelTests(channel.id)
  const models = splitList(channel.models)
  const shown = models.filter(model => model.toLowerCase().includes(filter.trim().toLowerCase()))
  const chosen = shown.filter(model => selected.includes(model))
  const failed = models.filter(model => {
    const test = tests.get(model)
    return test?.state === 'done' && !test.passed
  })

  return (
    <Modal
      open
      width={760}
      title={t('channelTests.title', { name: channel.name })}
      onCancel={onClose}
      footer={
        <div className={styles.footer}>
          {progress.total > 0 && (
            <div className={styles.progress} role="status">
              <Progress
                percent={Math.round((progress.done / progress.total) * 100)}
                status={progress.failed > 0 ? 'exception' : undefined}
                showInfo={false}
                size="small"
                aria-hidden="true"
              />
              <Typography.Text type="secondary">{t('channelTests.progress', progress)}</Typography.Text>
            </div>
          )}
          <Space wrap>
            {!isRunning && failed.length > 0 && <Button onClick={() => run(failed)}>{t('channelTests.again')}</Button>}
            {isRunning ? (
              <Button danger onClick={stop}>
                {t('channelTests.stop')}
              </Button>
            ) : (
              <Button
                type="primary"
                disabled={shown.length === 0}
                onClick={() => run(chosen.length > 0 ? chosen : shown)}
              >
                {chosen.length > 0
                  ? t('channelTests.testSelected', { number: chosen.length })
                  : t('channelTests.testAllModels', { number: shown.length })}
              </Button>
            )}
          </Space>
        </div>
      }
    >
      <Typography.Paragraph type="secondary">{t('channelTests.hint')}</Typography.Paragraph>
      <Input
        type="search"
        allowClear
        className={styles.filter}
        aria-label={t('channelTests.filter')}
        placeholder={t('channelTests.filter')}
        value={filter}
        onChange={({ target }) => setFilter(target.value)}
      />
      <TestTable
        models={shown}
        testModel={channel.test_model}
        empty={models.length === 0 ? t('channelTests.noModels') : t('channelTests.none')}
        tests={tests}
        isRunning={isRunning}
        selected={selected}
        onSelect={setSelected}
        onTest={model => run([model])}
      />
    </Modal>
  )
}
