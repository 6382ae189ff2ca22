import {
  type calls,
  type InputOf,
  MESSAGE_DAYS,
  MESSAGE_TEXT_MAX_LENGTH,
  MESSAGE_TITLE_MAX_LENGTH,
  type MessageAudience,
  ROLE,
  type User,
} from '@tollgate/contract'
import { App, Checkbox, Form, Input, Radio, Select } from 'antd'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import MessageText from '../../components/message-text.tsx'
import { masked } from '../../components/sensitive.tsx'
import { useGroupNames } from '../users/api.ts'
import { useWrite } from './api.ts'

interface MessageValues {
  title: string
  text: string
  to: MessageAudience['to']
  groups: string[]
  roles: number[]
  in_console: boolean
  by_mail: boolean
  /** Of the browser's time zone; empty: now. */
  send_at: string
  days: number
}

const ROLES = [ROLE.user, ROLE.admin, ROLE.root] as const

interface MessageFormProps {
  /** Chosen users; absent: others are asked for. */
  users?: User[]
  onClose: () => void
}

/** Writes to users: at once or later, in the console and by mail. */
export function MessageForm({ users = [], onClose }: MessageFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<MessageValues>()
  const groups = useGroupNames()
  const { mutateAsync: write } = useWrite()
  const initial: MessageValues = {
    title: '',
    text: '',
    to: users.length > 0 ? 'user' : 'all',
    groups: [],
    roles: [],
    in_console: true,
    by_mail: false,
    send_at: '',
    days: 30,
  }
  const to = Form.useWatch('to', form) ?? initial.to
  const text = Form.useWatch('text', form) ?? ''

  const save = async ({ to, groups, roles, send_at, ...values }: MessageValues) => {
    const audience = audienceOf(to, { groups, roles, users })
    await write({ ...values, audience, send_at: send_at === '' ? 0 : dayjs(send_at).unix() })
    message.success(t(send_at === '' ? 'messages.form.sent' : 'messages.form.planned'))
    return true
  }
  const required = { required: true, whitespace: true, message: t('messages.form.required') }
  const some = { required: true, message: t('messages.form.required') }

  return (
    <FormDrawer
      title={t('messages.write')}
      form={form}
      draft={users.length > 0 ? 'message-to-some' : 'message'}
      initial={initial}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('messages.form.send')}
    >
      {users.length > 0 ? (
        <p>{t('messages.form.toChosen', { count: users.length, names: namesOf(users) })}</p>
      ) : (
        <Form.Item name="to" label={t('messages.columns.to')}>
          <Radio.Group
            options={(['all', 'group', 'role'] as const).map(value => ({ value, label: t(`messages.to.${value}`) }))}
          />
        </Form.Item>
      )}
      {to === 'group' && (
        <Form.Item name="groups" label={t('messages.to.group')} rules={[some]}>
          <Select mode="multiple" options={groups.map(group => ({ value: group, label: group }))} />
        </Form.Item>
      )}
      {to === 'role' && (
        <Form.Item name="roles" label={t('messages.to.role')} rules={[some]}>
          <Select mode="multiple" options={ROLES.map(value => ({ value, label: t(`messages.roles.${value}`) }))} />
        </Form.Item>
      )}
      <Form.Item name="title" label={t('messages.columns.title')} rules={[required]}>
        <Input maxLength={MESSAGE_TITLE_MAX_LENGTH} autoComplete="off" />
      </Form.Item>
      <Form.Item name="text" label={t('messages.form.text')} extra={t('messages.form.textHint')} rules={[required]}>
        <Input.TextArea maxLength={MESSAGE_TEXT_MAX_LENGTH} autoSize={{ minRows: 4, maxRows: 14 }} />
      </Form.Item>
      {text.trim() !== '' && (
        <section aria-label={t('messages.form.preview')}>
          <MessageText text={text} />
        </section>
      )}
      <Form.Item name="in_console" valuePropName="checked">
        <Checkbox>{t('messages.form.inConsole')}</Checkbox>
      </Form.Item>
      <Form.Item name="by_mail" valuePropName="checked">
        <Checkbox>{t('messages.form.byMail')}</Checkbox>
      </Form.Item>
      <Form.Item name="send_at" label={t('messages.columns.sendAt')} extra={t('messages.form.sendAtHint')}>
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="days" label={t('messages.form.days')}>
        <Select
          options={MESSAGE_DAYS.map(count => ({ value: count, label: t('messages.form.dayCount', { count }) }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

type Audience = InputOf<typeof calls.userMessages.write>['body']['audience']

function audienceOf(
  to: MessageAudience['to'],
  { groups, roles, users }: Pick<MessageValues, 'groups' | 'roles'> & { users: User[] },
): Audience {
  if (to === 'group') return { to, groups }
  if (to === 'role') return { to, roles }
  if (to === 'user') return { to, users: users.map(({ id }) => id) }
  return { to }
}

const NAMED = 5
const namesOf = (users: User[]): string =>
  users
    .slice(0, NAMED)
    .map(({ username }) => masked(username))
    .join(', ') + (users.length > NAMED ? ' …' : '')
