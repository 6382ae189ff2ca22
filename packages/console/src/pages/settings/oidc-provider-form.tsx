import type { OidcProvider } from '@tollgate/contract'
import { App, Button, Form, Input, Space, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../components/form-drawer.tsx'
import { useStatus } from '../../session/status.tsx'
import { useSaveProvider } from './api.ts'
import { readClaimMap, writeClaimMap } from './claim-map.ts'

/** Maps are lines of text here. */
type Values = Omit<OidcProvider, 'groups' | 'roles'> & { groups: string; roles: string; secret: string }

const NEW: Values = {
  slug: '',
  name: '',
  icon: '',
  enabled: true,
  well_known: '',
  client_id: '',
  secret: '',
  scopes: 'openid profile email',
  group_claim: '',
  groups: '',
  role_claim: '',
  roles: '',
}

/** Fields of well-known providers. Discord has different scope names. */
const PRESETS: Pick<OidcProvider, 'slug' | 'name' | 'icon' | 'well_known' | 'scopes'>[] = [
  {
    slug: 'google',
    name: 'Google',
    icon: 'G',
    well_known: 'https://accounts.google.com/.well-known/openid-configuration',
    scopes: 'openid profile email',
  },
  {
    slug: 'discord',
    name: 'Discord',
    icon: 'D',
    well_known: 'https://discord.com/.well-known/openid-configuration',
    scopes: 'openid identify email',
  },
]

const toValues = (provider: OidcProvider): Values => ({
  ...provider,
  groups: writeClaimMap(provider.groups),
  roles: writeClaimMap(provider.roles),
  secret: '',
})

interface OidcProviderFormProps {
  /** The one to change; absent: a new one is added. */
  provider: OidcProvider | undefined
  all: readonly OidcProvider[]
  /** The stored list as text, as this page saw it. */
  seen: string
  onClose: () => void
}

export function OidcProviderForm({ provider, all, seen, onClose }: OidcProviderFormProps) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const [form] = Form.useForm<Values>()
  const { mutateAsync: save } = useSaveProvider()
  const { server_address } = useStatus()
  const slug = Form.useWatch('slug', form) ?? ''
  const callback = `${server_address || location.origin}/oauth/${slug}`
  const needed = { required: true, whitespace: true, message: t('settings.providers.needed') }
  const isMap = {
    validator: (_: unknown, text: string) =>
      readClaimMap(text) ? Promise.resolve() : Promise.reject(new Error(t('settings.providers.mapWrong'))),
  }

  const submit = async ({ secret, ...values }: Values) => {
    const entry = { ...values, groups: readClaimMap(values.groups), roles: readClaimMap(values.roles) }
    const list = provider ? all.map(other => (other === provider ? entry : other)) : [...all, entry]
    await save({ list, seen, slug: entry.slug, secret })
    message.success(t('settings.providers.saved', { name: entry.name }))
    return true
  }

  return (
    <FormDrawer
      title={provider ? t('settings.providers.edit', { name: provider.name }) : t('settings.providers.add')}
      form={form}
      draft={`oidc-provider-${provider?.slug ?? 'new'}`}
      secrets={['secret']}
      initial={provider ? toValues(provider) : NEW}
      onSubmit={submit}
      onClose={onClose}
    >
      {!provider && (
        <Form.Item label={t('settings.providers.presets')}>
          <Space>
            {PRESETS.map(preset => (
              <Button key={preset.slug} size="small" onClick={() => form.setFieldsValue(preset)}>
                {preset.name}
              </Button>
            ))}
          </Space>
        </Form.Item>
      )}
      <Form.Item name="name" label={t('settings.providers.name')} rules={[needed]}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="slug"
        label={t('settings.providers.slug')}
        extra={t('settings.providers.slugHint', { callback })}
        rules={[needed]}
      >
        <Input maxLength={32} disabled={provider !== undefined} spellCheck={false} />
      </Form.Item>
      <Form.Item name="icon" label={t('settings.providers.icon')} extra={t('settings.providers.iconHint')}>
        <Input maxLength={8} />
      </Form.Item>
      <Form.Item name="enabled" label={t('settings.providers.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="well_known" label={t('settings.providers.wellKnown')} rules={[needed]}>
        <Input maxLength={2048} spellCheck={false} />
      </Form.Item>
      <Form.Item name="client_id" label={t('settings.providers.clientId')} rules={[needed]}>
        <Input maxLength={255} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="secret"
        label={t('settings.providers.secret')}
        extra={provider && t('settings.providers.secretHint')}
      >
        <Input.Password maxLength={1024} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="scopes" label={t('settings.providers.scopes')} rules={[needed]}>
        <Input maxLength={255} spellCheck={false} />
      </Form.Item>
      <Form.Item name="group_claim" label={t('settings.providers.groupClaim')}>
        <Input maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="groups"
        label={t('settings.providers.groups')}
        extra={t('settings.providers.mapHint')}
        rules={[isMap]}
      >
        <Input.TextArea autoSize spellCheck={false} />
      </Form.Item>
      <Form.Item name="role_claim" label={t('settings.providers.roleClaim')}>
        <Input maxLength={64} spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="roles"
        label={t('settings.providers.roles')}
        extra={t('settings.providers.rolesHint')}
        rules={[isMap]}
      >
        <Input.TextArea autoSize spellCheck={false} />
      </Form.Item>
    </FormDrawer>
  )
}
