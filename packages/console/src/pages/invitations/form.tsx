import { INVITATION_DAYS_MAX, INVITED_ROLES, type Right, ROLE } from '@tollgate/contract'
import { App, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../components/code-block.tsx'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { RightsFields } from '../../components/rights-fields.tsx'
import { paths } from '../../lib/paths.ts'
import { useGroupNames } from '../users/api.ts'
import { useInvite } from './api.ts'

interface InviteValues {
  role: (typeof INVITED_ROLES)[number]
  isLimited: boolean
  rights: Right[]
  group: string
  email: string
  days: number
}

const initial: InviteValues = { role: ROLE.user, isLimited: false, rights: [], group: '', email: '', days: 7 }

/** Invites somebody to the site: by mail, or by a link that is shown once. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<InviteValues>()
  const groups = useGroupNames()
  const { mutateAsync: invite } = useInvite()
  const role = Form.useWatch('role', form) ?? initial.role
  const isLimited = Form.useWatch('isLimited', form) ?? initial.isLimited
  const email = Form.useWatch('email', form) ?? ''

  const show = (code: string) =>
    modal.info({
      title: t('invitations.link'),
      content: (
        <>
          <p>{t('invitations.linkHint')}</p>
          <CodeBlock code={`${location.origin}${paths.invitation}#${code}`} what={t('invitations.link')} />
        </>
      ),
    })
  const save = async ({ isLimited, rights, ...values }: InviteValues) => {
    const isAdmin = values.role === ROLE.admin
    const { code } = await invite({ ...values, rights: isAdmin && isLimited ? rights : null })
    if (code) show(code)
    else message.success(t('invitations.mailed', { email: values.email }))
    return true
  }

  return (
    <FormDrawer
      title={t('invitations.invite')}
      form={form}
      draft="invitation"
      initial={initial}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t(email.trim() === '' ? 'invitations.makeLink' : 'invitations.send')}
    >
      <Form.Item name="email" label={t('invitations.email')} extra={t('invitations.emailHint')}>
        <Input type="email" autoFocus autoComplete="off" maxLength={254} />
      </Form.Item>
      <Form.Item name="role" label={t('invitations.columns.role')}>
        <Radio.Group options={INVITED_ROLES.map(value => ({ value, label: t(`invitations.roles.${value}`) }))} />
      </Form.Item>
      {role === ROLE.admin && <RightsFields isLimited={isLimited} />}
      <Form.Item name="group" label={t('invitations.columns.group')}>
        <Select
          showSearch
          options={[
            { value: '', label: t('invitations.usualGroup') },
            ...groups.map(group => ({ value: group, label: group })),
          ]}
        />
      </Form.Item>
      <Form.Item name="days" label={t('invitations.days')} rules={[{ required: true, message: t('invitations.days') }]}>
        <InputNumber min={1} max={INVITATION_DAYS_MAX} precision={0} />
      </Form.Item>
    </FormDrawer>
  )
}
