import { WechatOutlined } from '@ant-design/icons'
import { calls, type User } from '@tollgate/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError, nextStepOf, send } from '../../lib/call.ts'
import { useStatus } from '../../session/status.tsx'
import styles from './identities.module.css'
import { ProviderIcon } from './provider-icon.tsx'
import { redirecting } from './redirecting.tsx'
import { TelegramWidget } from './telegram-widget.tsx'
import { useDeparture } from './use-departure.ts'
import { useSignInSuccess } from './use-sign-in-success.ts'
import { WechatDialog } from './wechat-dialog.tsx'

/** A button for each enabled sign-in site. */
export default function ButtonList() {
  const { t } = useTranslation()
  const status = useStatus()
  const { mutate: depart, isPending, variables } = useDeparture()
  const succeed = useSignInSuccess()
  const [isWechatOpen, setWechatOpen] = useState(false)
  return (
    <>
      <p className={styles.or}>{t('identities.or')}</p>
      <div className={styles.buttons}>
        {redirecting
          .filter(({ isOn }) => isOn(status))
          .map(({ type, name, icon }) => (
            <Button
              key={type}
              size="large"
              block
              icon={icon}
              loading={isPending && variables === type}
              onClick={() => depart(type)}
            >
              {t('identities.continueWith', { name })}
            </Button>
          ))}
        {status.oidc_providers.map(({ slug, name, icon }) => (
          <Button
            key={slug}
            size="large"
            block
            icon={<ProviderIcon text={icon} />}
            loading={isPending && variables === slug}
            onClick={() => depart(slug)}
          >
            {t('identities.continueWith', { name })}
          </Button>
        ))}
        {status.wechat_login && (
          <Button size="large" block icon={<WechatOutlined />} onClick={() => setWechatOpen(true)}>
            {t('identities.continueWith', { name: t('identities.wechat') })}
          </Button>
        )}
        {status.telegram_oauth && <TelegramWidget />}
      </div>
      <WechatDialog
        title={t('identities.wechatTitle')}
        isOpen={isWechatOpen}
        onCode={signInWithCode}
        onDone={succeed}
        onClose={() => setWechatOpen(false)}
      />
    </>
  )
}

async function signInWithCode(code: string): Promise<User> {
  try {
    return await send(calls.identities.wechat, { query: { code } })
  } catch (error) {
    const step = error instanceof CallError && nextStepOf(error.code)
    if (step) location.assign(step)
    throw error
  }
}
