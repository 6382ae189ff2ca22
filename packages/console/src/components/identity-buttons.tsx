import type { SiteStatus } from '@tollgate/contract'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useStatus } from '../session/status.tsx'

const ButtonList = lazyPart(() => import('./identities/button-list.tsx'))

/** Ways to sign in by another site, as far as the operator has switched them on. Loaded where there are any. */
export function IdentityButtons() {
  const status = useStatus()
  return hasAny(status) && <ButtonList />
}

const hasAny = ({ github_oauth, oidc_enabled, linuxdo_oauth, wechat_login, telegram_oauth }: SiteStatus) =>
  github_oauth || oidc_enabled || linuxdo_oauth || wechat_login || telegram_oauth
