import { PlayCircleOutlined } from '@ant-design/icons'
import { Button, Table, type TableProps, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '../../../components/status-dot.tsx'
import { useIsPhone } from '../../../components/use-is-phone.ts'
import { SpeedBadge } from './speed-badge.tsx'
import styles from './tests.module.css'
import type { ModelTest } from './use-model-tests.ts'

interface TestTableProps {
  models: string[]
  /** The channel's test model; empty: none is set. */
  testModel: string
  empty: string
  tests: ReadonlyMap<string, ModelTest>
  isRunning: boolean
  selected: string[]
  onSelect: (models: string[]) => void
  onTest: (model: string) => void
}

export function TestTable({ models, testModel, empty, tests, isRunning, selected, onSelect, onTest }: TestTableProps) {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const results: TableProps<TestedModel>['columns'] = [
    {
      key: 'result',
      title: t('channelTests.result'),
      width: 220,
      render: (_, { test }) => <Result test={test} />,
    },
    {
      key: 'time',
      title: t('channelTests.time'),
      width: 92,
      render: (_, { test }) => <Time test={test} />,
    },
    {
      key: 'firstToken',
      title: t('channelTests.firstToken'),
      width: 124,
      render: (_, { test }) => <FirstToken test={test} />,
    },
  ]
  return (
    <Table<TestedModel>
      size="small"
      rowKey="model"
      dataSource={models.map(model => ({ model, test: tests.get(model) }))}
      locale={{ emptyText: empty }}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
      scroll={{ y: 380 }}
      rowSelection={{
        selectedRowKeys: selected,
        onChange: keys => onSelect(keys.map(String)),
        getCheckboxProps: ({ model }) => ({ 'aria-label': model }),
        preserveSelectedRowKeys: true,
      }}
      columns={[
        {
          key: 'model',
          title: t('channelTests.model'),
          render: (_, { model, test }) => (
            <>
              <span className={styles.model} translate="no">
                {model}
              </span>{' '}
              {model === testModel && <Tag>{t('channelTests.forTests')}</Tag>}
              {isPhone && test && (
                <>
                  <Result test={test} />
                  <div className={styles.times}>
                    <Time test={test} />
                    <FirstToken test={test} />
                  </div>
                </>
              )}
            </>
          ),
        },
        ...(isPhone ? [] : results),
        {
          key: 'actions',
          title: <span className={styles.hidden}>{t('channelTests.action')}</span>,
          width: 44,
          render: (_, { model }) => (
            <Button
              type="text"
              size="small"
              icon={<PlayCircleOutlined />}
              aria-label={t('channelTests.testOne', { model })}
              disabled={isRunning}
              onClick={() => onTest(model)}
            />
          ),
        },
      ]}
    />
  )
}

interface TestedModel {
  model: string
  test: ModelTest | undefined
}

function Time({ test }: Pick<TestedModel, 'test'>) {
  return test?.state === 'done' && <SpeedBadge seconds={test.time} of="response" hasFailed={!test.passed} />
}

function FirstToken({ test }: Pick<TestedModel, 'test'>) {
  return (
    test?.state === 'done' && <SpeedBadge seconds={test.firstToken ?? 0} of="firstToken" hasFailed={!test.passed} />
  )
}

function Result({ test }: { test: ModelTest | undefined }) {
  const { t } = useTranslation()
  if (!test) return t('channelTests.untested')
  if (test.state !== 'done') return <StatusDot kind="resting" label={t(`channelTests.${test.state}`)} />
  if (test.passed) return <StatusDot kind="good" label={t('channelTests.passed')} />
  return (
    <>
      <StatusDot kind="broken" label={t('channelTests.failed')} />
      <div className={styles.message} translate="no">
        {test.message}
      </div>
    </>
  )
}
