import { DollarOutlined, DownOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuButton } from '../../../components/menu-button.tsx'
import { useConfirm } from '../../../components/use-confirm.ts'
import { askAgain } from '../../../lib/ask-again.ts'
import { useUpdateBalances } from '../balances/api.ts'
import { useTestAll, useTestProgress } from './api.ts'

/** Tests all channels, or requests all balances. While a test runs, whoever started it, it shows the progress. */
export function CheckAll() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { data: progress } = useTestProgress()
  const { mutate: testAll, isPending: isStarting } = useTestAll()
  const { mutate: updateBalances, isPending: isAsking } = useUpdateBalances()
  const isRunning = progress?.isRunning === true
  useEnd(isRunning)

  const askAndTest = async () => {
    const agreed = await confirm({
      title: t('channelTests.testAllTitle'),
      consequence: t('channelTests.testAllConsequence'),
      agree: t('channelTests.testAllAgree'),
    })
    if (agreed) testAll(undefined, { onSuccess: () => message.info(t('channelTests.started')) })
  }
  const askForBalances = () =>
    updateBalances(undefined, {
      onSuccess: counts => message.success(t('channelTests.balancesUpdated', { ...counts })),
    })

  return (
    <MenuButton
      placement="bottomRight"
      items={[
        {
          key: 'test',
          label: t('channelTests.testAll'),
          icon: <ThunderboltOutlined />,
          disabled: isRunning,
          onClick: askAndTest,
        },
        {
          key: 'balances',
          label: t('channelTests.updateBalances'),
          icon: <DollarOutlined />,
          onClick: askForBalances,
        },
      ]}
      loading={isRunning || isStarting || isAsking}
      icon={<DownOutlined aria-hidden />}
      iconPlacement="end"
    >
      {isRunning ? t('channelTests.runningAll', { ...progress }) : t('channelTests.checks')}
    </MenuButton>
  )
}

/** When a test of all channels ends, the list shows the results. */
function useEnd(isRunning: boolean): void {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const client = useQueryClient()
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      message.success(t('channelTests.ended'))
      void askAgain(client, ['channels'])
    }
    wasRunning.current = isRunning
  }, [isRunning, client, message, t])
}
