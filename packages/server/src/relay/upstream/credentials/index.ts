import type { CredentialKind } from '@tollgate/gateway'
import { awsSignature } from './aws-signature.ts'
import { googleServiceAccount } from './google-service-account.ts'
import type { Prove } from './prove.ts'
import { zhipuToken } from './zhipu-token.ts'

/** How each kind of proof providers ask for is made; what can serve several calls is kept. */
export type Credentials = Record<CredentialKind, Prove>

/** @param now unix seconds */
export const makeCredentials = (now: () => number): Credentials => ({
  'google-service-account': googleServiceAccount(now),
  'aws-signature': awsSignature(now),
  'zhipu-token': zhipuToken(now),
})
