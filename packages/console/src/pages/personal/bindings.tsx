import { MailOutlined, SendOutlined, WechatOutlined } from '@ant-design/icons'
import { calls } from '@tollgate/contract'
import { App, Button, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProviderIcon } from '../../components/identities/provider-icon.tsx'
import { redirecting } from '../../components/identities/redirecting.tsx'
import { TelegramWidget } from '../../components/identities/telegram-widget.tsx'
import { useDeparture } from '../../components/identities/use-departure.ts'
import { WechatDialog } from '../../components/identities/wechat-dialog.tsx'
import { Panel } from '../../components/panel.tsx'
import { useMask } from '../../components/sensitive.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { send } from '../../lib/call.ts'
import { useStatus } from '../../session/status.tsx'
import { rememberUser, useUser } from '../../session/user.ts'
import { useOwnIdentities, useUnbindOwn } from './api.ts'
import { BindEmail } from './bind-email.tsx'
import styles from './bindings.module.css'

/** The sign-in methods of the user's own account: those that are bound or enabled. */
export function Bindings() {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const status = useStatus()
  const user = useUser()
  const mask = useMask()
  const { mutate: depart, isPending, variables } = useDeparture()
  const [open, setOpen] = useState<'email' | 'wechat' | 'telegram' | null>(null)
  const { data: further = [] } = useOwnIdentities()
  const confirm = useConfirm()
  const { mutate: unbind } = useUnbindOwn()
  if (!user) return null
  const close = () => setOpen(null)
  const subjectAt = (slug: string) => further.find(({ provider }) => provider === slug)?.subject ?? ''
  const gone = further.filter(({ provider }) => !status.oidc_providers.some(({ slug }) => slug === provider))
  const askAndUnbind = async (slug: string, name: string) => {
    const agreed = await confirm({
      title: t('identities.unbindAsk', { name }),
      consequence: t('identities.unbindConsequence'),
      agree: t('identities.unbind'),
      danger: true,
    })
    if (agreed) unbind(slug, { onSuccess: () => message.success(t('identities.unbound', { name })) })
  }
  const wechatName = t('identities.wechat')

  return (
    <Panel title={t('identities.title')} hint={t('identities.hint')}>
      <ul className={styles.rows}>
        <Row
          name={t('identities.email')}
          icon={<MailOutlined />}
          bound={mask(user.email)}
          isOn
          canChange
          onBind={() => setOpen('email')}
        />
        {redirecting.map(({ type, name, icon, isOn, column }) => (
          <Row
            key={type}
            name={name}
            icon={icon}
            bound={String(user[column])}
            isOn={isOn(status)}
            isBusy={isPending && variables === type}
            onBind={() => depart(type)}
          />
        ))}
        {[
          ...status.oidc_providers,
          // Switched off or removed, but still bound.
          ...gone.map(({ provider, name }) => ({ slug: provider, name, icon: '' })),
        ].map(({ slug, name, icon }) => (
          <Row
            key={slug}
            name={name}
            icon={<ProviderIcon text={icon} />}
            bound={subjectAt(slug)}
            isOn
            isBusy={isPending && variables === slug}
            onBind={() => depart(slug)}
            onUnbind={() => askAndUnbind(slug, name)}
          />
        ))}
        <Row
          name={wechatName}
          icon={<WechatOutlined />}
          bound={user.wechat_id}
          isOn={status.wechat_login}
          onBind={() => setOpen('wechat')}
        />
        <Row
          name="Telegram"
          icon={<SendOutlined />}
          bound={user.telegram_id}
          isOn={status.telegram_oauth}
          onBind={() => setOpen('telegram')}
        />
      </ul>
      <BindEmail isOpen={open === 'email'} onClose={close} />
      <WechatDialog
        title={t('identities.wechatBind')}
        isOpen={open === 'wechat'}
        onCode={code => send(calls.identities.bindWechat, { query: { code } })}
        onDone={changed => {
          rememberUser(changed)
          message.success(t('identities.bound'))
          close()
        }}
        onClose={close}
      />
      <Modal
        title={t('identities.telegramTitle')}
        open={open === 'telegram'}
        onCancel={close}
        footer={null}
        width={400}
        destroyOnHidden
      >
        <TelegramWidget />
      </Modal>
    </Panel>
  )
}

interface RowProps {
  name: string
  icon: ReactNode
  /** The bound account; empty: none. */
  bound: string
  /** Whether the operator offers it. */
  isOn: boolean
  canChange?: boolean
  isBusy?: boolean
  onBind: () => void
  /** Absent: only an administrator can unbind it. */
  onUnbind?: () => void
}

function Row({ name, icon, bound, isOn, canChange = false, isBusy = false, onBind, onUnbind }: RowProps) {
  const { t } = useTranslation()
  const isBound = bound !== ''
  if (!isOn && !isBound) return null
  const isFixed = isBound && !canChange
  return (
    <li>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.what}>
        <strong>{name}</strong>
        <span className={styles.quiet} translate={isBound ? 'no' : undefined}>
          {bound || t('identities.none')}
        </span>
      </span>
      {isBound && onUnbind && (
        <Button size="small" danger aria-label={t('identities.unbindName', { name })} onClick={onUnbind}>
          {t('identities.unbind')}
        </Button>
      )}
      <Button
        size="small"
        disabled={isFixed}
        loading={isBusy}
        aria-label={isFixed ? undefined : t(isBound ? 'identities.changeName' : 'identities.bindName', { name })}
        onClick={onBind}
      >
        {t(isFixed ? 'identities.already' : isBound ? 'identities.change' : 'identities.bind')}
      </Button>
    </li>
  )
}
