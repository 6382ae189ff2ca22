import { PlusOutlined } from '@ant-design/icons'
import { type OidcProvider, type OptionKey, optionTable } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '../../components/use-confirm.ts'
import { useRemoveProvider } from './api.ts'
import { OidcProviderForm } from './oidc-provider-form.tsx'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

const PROVIDERS = 'oidc.providers' satisfies OptionKey

/** Further OIDC providers: a list, each with a form. Every change is saved at once. */
export function OidcProviders({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const confirm = useConfirm()
  const { mutate: remove, isPending } = useRemoveProvider()
  const [open, setOpen] = useState<OidcProvider | 'new' | null>(null)
  const text = settings.stored.textOf(PROVIDERS)
  const reading = optionTable[PROVIDERS].read(text)
  const providers = 'value' in reading ? reading.value : []
  const isLocked = settings.isLocked(PROVIDERS)

  const askAndRemove = async ({ slug, name }: OidcProvider) => {
    const agreed = await confirm({
      title: t('settings.providers.removeAsk', { name }),
      consequence: t('settings.providers.removeConsequence'),
      agree: t('settings.providers.removeShort'),
      danger: true,
    })
    if (!agreed) return
    const rest = providers.filter(other => other.slug !== slug)
    remove({ slug, rest, seen: text }, { onSuccess: () => message.success(t('settings.providers.removed', { name })) })
  }

  return (
    <div className={styles.row}>
      <ul className={styles.providers}>
        {providers.map(provider => (
          <li key={provider.slug}>
            <span>
              {provider.icon} <strong>{provider.name}</strong> <code>{provider.slug}</code>
              {!provider.enabled && ` · ${t('settings.providers.off')}`}
            </span>
            {!isLocked && (
              <span>
                <Button
                  size="small"
                  aria-label={t('settings.providers.edit', { name: provider.name })}
                  onClick={() => setOpen(provider)}
                >
                  {t('settings.providers.editShort')}
                </Button>{' '}
                <Button
                  size="small"
                  danger
                  disabled={isPending}
                  aria-label={t('settings.providers.remove', { name: provider.name })}
                  onClick={() => askAndRemove(provider)}
                >
                  {t('settings.providers.removeShort')}
                </Button>
              </span>
            )}
          </li>
        ))}
        {providers.length === 0 && <li>{t('settings.providers.none')}</li>}
      </ul>
      {!isLocked && (
        <Button icon={<PlusOutlined />} onClick={() => setOpen('new')}>
          {t('settings.providers.add')}
        </Button>
      )}
      {open && (
        <OidcProviderForm
          provider={open === 'new' ? undefined : open}
          all={providers}
          seen={text}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
