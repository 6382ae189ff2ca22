import type { CredentialKind, ProviderChannel } from '@tollgate/gateway'
import { awsSignature } from './aws-signature.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { zhipuToken } from './zhipu-token.ts'

/** A request that still lacks the proof of who calls. */
export interface UnprovenRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * Makes the headers that prove who calls.
 *
 * @throws Refusal
 */
export type Prove = (channel: ProviderChannel, request: UnprovenRequest) => Promise<Record<string, string>>

/** How each kind of proof providers ask for is made; what can serve several calls is kept. */
export type Credentials = Record<CredentialKind, Prove>

/** @param now unix seconds */
export const makeCredentials = (now: () => number): Credentials => ({
  'google-service-account': googleServiceAccount(now),
  'aws-signature': awsSignature(now),
  'zhipu-token': zhipuToken(now),
})
