import type { SiteStatus } from '@tollgate/contract'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useStatus } from '../session/status.tsx'

const ButtonList = lazyPart(() => import('./identities/button-list.tsx'))

/** Sign-in through other sites, as far as the operator has enabled it. Loaded only if there is any. */
export function IdentityButtons() {
  const status = useStatus()
  return hasAny(status) && <ButtonList />
}

const hasAny = ({
  github_oauth,
  oidc_enabled,
  linuxdo_oauth,
  wechat_login,
  telegram_oauth,
  oidc_providers,
}: SiteStatus) =>
  github_oauth || oidc_enabled || linuxdo_oauth || wechat_login || telegram_oauth || oidc_providers.length > 0
