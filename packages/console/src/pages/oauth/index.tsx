import { calls } from '@tollgate/contract'
import { useParams, useSearchParams } from 'react-router'
import { sendWhole } from '../../lib/call.ts'
import { Arrival } from './arrival.tsx'

/** The callback of every site that sends the browser back with a code, each at its own address. */
export default function OauthCallback() {
  const { type = '' } = useParams()
  const [search] = useSearchParams()
  const given = (name: string) => search.get(name) ?? undefined
  const query = { code: given('code'), state: given('state'), error: given('error'), iss: given('iss') }
  return <Arrival onArrive={() => sendWhole(calls.identities.signIn, { params: { type }, query })} />
}
