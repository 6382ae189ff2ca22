import type { CredentialKind } from '@tollgate/gateway'
import type { Authorize } from './authorize.ts'
import { awsSignature } from './aws-signature.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { zhipuToken } from './zhipu-token.ts'

/** Makes each kind of credential that providers want; caches those that serve several calls. */
export type Credentials = Record<CredentialKind, Authorize>

/** @param now unix seconds */
export const makeCredentials = (now: () => number): Credentials => ({
  'google-service-account': googleServiceAccount(now),
  'aws-signature': awsSignature(now),
  'zhipu-token': zhipuToken(now),
})
