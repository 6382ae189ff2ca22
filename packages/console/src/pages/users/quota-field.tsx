import { PlusOutlined } from '@ant-design/icons'
import type { User } from '@tollgate/contract'
import { Button, Form, Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../../components/form-modal.tsx'
import { Quota } from '../../components/quota.tsx'
import { QuotaInput } from '../../components/quota-input.tsx'
import { masked } from '../../components/sensitive.tsx'
import { type QuotaChange, useChangeQuota } from './api.ts'
import styles from './users.module.css'

const MODES = ['add', 'subtract', 'override'] as const

/**
 * The balance with a dialog to change it. It is changed at once and not with the form: its value when the form opened
 * must not overwrite a balance that calls are spending.
 */
export function QuotaField({ user }: { user: User }) {
  const { t } = useTranslation()
  const [quota, setQuota] = useState(user.quota)
  const [isOpen, setOpen] = useState(false)
  return (
    <Form.Item label={t('users.form.quota')}>
      <span className={styles.quota}>
        <Quota value={quota} />
        <Button size="small" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
          {t('users.quota.open')}
        </Button>
      </span>
      {isOpen && <QuotaDialog user={user} onChanged={setQuota} onClose={() => setOpen(false)} />}
    </Form.Item>
  )
}

interface QuotaDialogProps {
  user: User
  onChanged: (quota: number) => void
  onClose: () => void
}

function QuotaDialog({ user, onChanged, onClose }: QuotaDialogProps) {
  const { t } = useTranslation()
  const [change, setChange] = useState<QuotaChange>({ mode: 'add', value: 500_000 })
  const { mutate, error, isPending } = useChangeQuota(user.id)
  const save = () =>
    mutate(change, {
      onSuccess: quota => {
        onChanged(quota)
        onClose()
      },
    })
  return (
    <FormModal
      open
      title={t('users.quota.title', { name: masked(user.username) })}
      okText={t(`users.quota.agree.${change.mode}`)}
      confirmLoading={isPending}
      onOk={save}
      onCancel={onClose}
    >
      <Form layout="vertical" component="div">
        <Form.Item>
          <Segmented
            aria-label={t('users.quota.mode')}
            value={change.mode}
            onChange={mode => setChange({ ...change, mode })}
            options={MODES.map(mode => ({ value: mode, label: t(`users.quota.modes.${mode}`) }))}
          />
        </Form.Item>
        <Form.Item
          label={t('users.quota.value')}
          htmlFor="quota-change"
          extra={t(`users.quota.hints.${change.mode}`)}
          validateStatus={error ? 'error' : undefined}
          help={error?.message}
        >
          <QuotaInput id="quota-change" value={change.value} onChange={value => setChange({ ...change, value })} />
        </Form.Item>
      </Form>
    </FormModal>
  )
}
