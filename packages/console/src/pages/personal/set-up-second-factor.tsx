import { Button, Input, Modal, QRCode } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import styles from './security.module.css'
import { useEnableSecondFactor } from './security-api.ts'

interface SetUpProps {
  secret: string
  /** The content of the QR code. */
  uri: string
  onClose: () => void
  onCodes: (codes: string[]) => void
}

/** Shows the secret as a QR code, and takes the app's first code. */
export function SetUpSecondFactor({ secret, uri, onClose, onCodes }: SetUpProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(true)
  const { mutateAsync: enable, isPending, error } = useEnableSecondFactor()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('first-code')).trim()
    // This dialog is gone before the codes arrive.
    if (code) enable(code).then(onCodes, () => undefined)
  }
  return (
    <Modal
      open={isOpen}
      title={t('security.setUp.title')}
      width={460}
      footer={null}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p className={styles.text}>{t('security.setUp.scan')}</p>
      {/* dark on white in both themes: not every camera reads the reverse */}
      <QRCode
        aria-label={t('security.setUp.scan')}
        value={uri}
        type="svg"
        size={184}
        color="#000"
        bgColor="#fff"
        className={styles.qr}
      />
      <p className={styles.text}>{t('security.setUp.byHand')}</p>
      <CodeBlock code={secret} what={t('security.setUp.secret')} />
      <form onSubmit={submit} noValidate className={styles.form}>
        <label htmlFor="first-code">{t('security.setUp.code')}</label>
        <Input
          id="first-code"
          name="first-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          status={error ? 'error' : undefined}
          aria-describedby={error ? 'first-code-error' : undefined}
        />
        {error && (
          <p id="first-code-error" role="alert" className={styles.error}>
            {error.message}
          </p>
        )}
        <Button type="primary" htmlType="submit" block loading={isPending}>
          {t('security.setUp.enable')}
        </Button>
      </form>
    </Modal>
  )
}
