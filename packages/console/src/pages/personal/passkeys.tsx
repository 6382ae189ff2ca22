import { KeyOutlined } from '@ant-design/icons'
import type { Passkey } from '@tollgate/contract'
import { App, Button, Input, Skeleton, Space, Typography } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListError } from '../../components/data-table/index.ts'
import { Panel } from '../../components/panel.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { useConfirm } from '../../components/use-confirm.ts'
import { labelled } from '../../lib/join-words.ts'
import { canUsePasskeys } from '../../lib/passkeys.ts'
import styles from './security.module.css'
import { useAddPasskey, usePasskeys, useRemovePasskey, useRenamePasskey } from './security-api.ts'

/** Keys in devices and password managers, with which the user signs in without a password. */
export function Passkeys() {
  const { t } = useTranslation()
  const { data, error, refetch } = usePasskeys()
  return (
    <Panel title={t('security.passkeys.title')} hint={t('security.passkeys.hint')}>
      {data ? (
        <>
          <ul className={styles.passkeys}>
            {data.passkeys.map(passkey => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
          <AddPasskey origin={data.origin} />
        </>
      ) : error ? (
        <ListError error={error} onRetry={refetch} />
      ) : (
        <Skeleton active title={false} />
      )}
    </Panel>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutate: rename } = useRenamePasskey()
  const { mutateAsync: remove, isPending } = useRemovePasskey()
  const askAndRemove = async () => {
    const agreed = await confirm({
      title: t('security.passkeys.askRemove', { name }),
      consequence: t('security.passkeys.removeConsequence'),
      agree: t('security.passkeys.remove'),
      danger: true,
    })
    if (agreed)
      remove(id).then(
        () => message.success(t('security.passkeys.removed', { name })),
        () => undefined,
      )
  }
  const changeName = (text: string) => {
    const changed = text.trim().slice(0, 64)
    if (changed && changed !== name) rename({ id, name: changed })
  }
  return (
    <li>
      <KeyOutlined aria-hidden />
      <span className={styles.passkey}>
        <Typography.Text
          strong
          editable={{ tooltip: t('security.passkeys.rename', { name }), onChange: changeName, triggerType: ['icon'] }}
        >
          {name}
        </Typography.Text>
        <span className={styles.quiet}>
          {t('security.passkeys.added')} <RelativeTime at={created_at} />
          {last_used_at > 0 && (
            <>
              {' · '}
              {t('security.passkeys.used')} <RelativeTime at={last_used_at} />
            </>
          )}
        </span>
      </span>
      <Button
        size="small"
        loading={isPending}
        onClick={askAndRemove}
        aria-label={labelled(t('security.passkeys.remove'), name)}
      >
        {t('security.passkeys.remove')}
      </Button>
    </li>
  )
}

function AddPasskey({ origin }: { origin: string | null }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: add, isPending } = useAddPasskey()
  const [added, setAdded] = useState(0)
  if (origin === null) return <p className={styles.quiet}>{t('security.passkeys.nowhere')}</p>
  if (origin !== location.origin) return <p className={styles.quiet}>{t('security.passkeys.elsewhere', { origin })}</p>
  if (!canUsePasskeys()) return <p className={styles.quiet}>{t('security.passkeys.unsupported')}</p>

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name =
      String(new FormData(event.currentTarget).get('passkey-name')).trim() || t('security.passkeys.standardName')
    const tell = () => {
      message.success(t('security.passkeys.done', { name }))
      setAdded(added + 1)
    }
    add(name, { onSuccess: tell })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Space.Compact className={styles.add}>
        <Input
          key={added}
          name="passkey-name"
          maxLength={64}
          autoComplete="off"
          aria-label={t('security.passkeys.name')}
          placeholder={t('security.passkeys.standardName')}
        />
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('security.passkeys.add')}
        </Button>
      </Space.Compact>
    </form>
  )
}
