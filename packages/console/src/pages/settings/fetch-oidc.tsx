import type { OptionKey } from '@tollgate/contract'
import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useOidcDiscovery } from './api.ts'
import styles from './settings.module.css'
import type { Settings } from './use-settings.ts'

const WELL_KNOWN: OptionKey = 'oidc.well_known'

/** Fills in the endpoints from the provider’s discovery document; they are saved with the section. */
export function FetchOidc({ settings }: { settings: Settings }) {
  const { t } = useTranslation()
  const { message } = App.useApp()
  const { mutate: discover, isPending } = useOidcDiscovery()
  const address = settings.textOf(WELL_KNOWN)
  const fetchThem = () =>
    discover(address, {
      onSuccess(endpoints) {
        settings.write('oidc.authorization_endpoint', endpoints.authorization_endpoint)
        settings.write('oidc.token_endpoint', endpoints.token_endpoint)
        if (endpoints.user_info_endpoint) settings.write('oidc.user_info_endpoint', endpoints.user_info_endpoint)
        message.success(t('settings.fetchOidc.fetched'))
      },
    })
  return (
    <Button className={styles.fetchOidc} disabled={address.trim() === ''} loading={isPending} onClick={fetchThem}>
      {t('settings.fetchOidc.button')}
    </Button>
  )
}
