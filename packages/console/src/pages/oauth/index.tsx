import { calls, REDIRECT_PROVIDERS } from '@tollgate/contract'
import { useLocation, useSearchParams } from 'react-router'
import { sendWhole } from '../../lib/call.ts'
import { Arrival } from './arrival.tsx'

/** The callback of GitHub, OIDC and LINUX DO, each at its own address. */
export default function OauthCallback() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const type = REDIRECT_PROVIDERS.find(provider => pathname.replace(/\/$/, '').endsWith(provider)) ?? 'github'
  const given = (name: string) => search.get(name) ?? undefined
  const query = { code: given('code'), state: given('state'), error: given('error'), iss: given('iss') }
  return <Arrival onArrive={() => sendWhole(calls.identities.signIn, { params: { type }, query })} />
}
