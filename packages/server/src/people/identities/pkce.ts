import { createHash } from 'node:crypto'
import type { PeopleContext } from '../context.ts'

type Means = Pick<PeopleContext, 'secrets'>

/**
 * Only this installation can derive it from a state, so nothing needs to be stored. 64 characters, as RFC 7636 allows.
 */
export const verifierOf = (state: string, { secrets }: Means): string => secrets.fingerprint(`code verifier ${state}`)
export const nonceOf = (state: string, { secrets }: Means): string => secrets.fingerprint(`nonce ${state}`)

/** The PKCE parameters of an authorize address. https://www.rfc-editor.org/rfc/rfc7636 */
export const challengeOf = (state: string, means: Means) => ({
  code_challenge: createHash('sha256').update(verifierOf(state, means)).digest('base64url'),
  code_challenge_method: 'S256',
})
