import { createHash } from 'node:crypto'
import type { PeopleContext } from '../context.ts'

type Means = Pick<PeopleContext, 'secrets'>

/** What only this installation can work out from a state, so that nothing needs to be kept. 64 characters, as RFC 7636 allows. */
export const verifierOf = (state: string, { secrets }: Means): string => secrets.fingerprint(`code verifier ${state}`)
export const nonceOf = (state: string, { secrets }: Means): string => secrets.fingerprint(`nonce ${state}`)

/** The members of an authorize address for PKCE. https://www.rfc-editor.org/rfc/rfc7636 */
export const challengeOf = (state: string, means: Means) => ({
  code_challenge: createHash('sha256').update(verifierOf(state, means)).digest('base64url'),
  code_challenge_method: 'S256',
})
