import { App, Button, Skeleton, Space, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { useBeginSecondFactor, useDisableSecondFactor, useRenewRecoveryCodes, useSecondFactor } from './security-api.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** One-time codes from an authenticator app, asked for after the password. */
export function SecondFactor() {
  const { t } = useTranslation()
  const { data, error, refetch } = useSecondFactor()
  const [newCodes, setNewCodes] = useState<string[]>()
  const status = data && (
    <Tag color={data.enabled ? 'success' : 'default'}>{t(data.enabled ? 'security.on' : 'security.off')}</Tag>
  )
  return (
    <Panel title={t('security.title')} hint={t('security.hint')} aside={status}>
      {!data && (error ? <ListError error={error} onRetry={refetch} /> : <Skeleton active title={false} />)}
      {data &&
        (data.enabled ? <On left={data.recovery_codes_left} onCodes={setNewCodes} /> : <Off onCodes={setNewCodes} />)}
      {newCodes && <RecoveryCodes codes={newCodes} onClose={() => setNewCodes(undefined)} />}
    </Panel>
  )
}

function Off({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const { mutate: begin, data, isPending, reset } = useBeginSecondFactor()
  return (
    <>
      <Button type="primary" loading={isPending} onClick={() => begin()}>
        {t('security.setUp.open')}
      </Button>
      {data && <SetUpSecondFactor {...data} onClose={reset} onCodes={onCodes} />}
    </>
  )
}

/** With fewer recovery codes than this, new ones are advisable. */
const FEW_CODES = 3

function On({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutate: renew, isPending: isRenewing } = useRenewRecoveryCodes()
  const { mutateAsync: disable, isPending: isDisabling } = useDisableSecondFactor()

  const askAndRenew = async () => {
    const agreed = await confirm({
      title: t('security.recovery.askRenew'),
      consequence: t('security.recovery.renewConsequence'),
      agree: t('security.recovery.renew'),
    })
    if (agreed) renew(undefined, { onSuccess: onCodes })
  }
  const askAndDisable = async () => {
    const agreed = await confirm({
      title: t('security.disable.ask'),
      consequence: t('security.disable.consequence'),
      agree: t('security.disable.agree'),
      danger: true,
    })
    if (agreed)
      disable(undefined).then(
        () => message.success(t('security.disable.done')),
        () => undefined,
      )
  }
  return (
    <>
      <p className={left < FEW_CODES ? styles.few : styles.text}>{t('security.recovery.left', { count: left })}</p>
      <Space wrap>
        <Button loading={isRenewing} onClick={askAndRenew}>
          {t('security.recovery.renew')}
        </Button>
        <Button danger loading={isDisabling} onClick={askAndDisable}>
          {t('security.disable.agree')}
        </Button>
      </Space>
    </>
  )
}
