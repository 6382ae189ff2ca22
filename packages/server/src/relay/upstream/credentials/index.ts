import type { CredentialKind } from '@tollgate/gateway'
import type { Authorize } from './authorize.ts'
import { awsSignature } from './aws-signature.ts'
import { baiduToken } from './baidu-token.ts'
import { googleServiceAccount } from './google-service-account.ts'
import { klingToken } from './kling-token.ts'
import { sparkSignature } from './spark-signature.ts'
import { tencentSignature } from './tencent-signature.ts'
import { volcengineSignature } from './volcengine-signature.ts'
import { zhipuToken } from './zhipu-token.ts'

/** Makes each kind of credential that providers want; caches reusable ones. */
export type Credentials = Record<CredentialKind, Authorize>

/** Kinds that go into the URL's query instead of headers. */
export const credentialsInAddress: ReadonlySet<CredentialKind> = new Set(['spark-signature', 'baidu-token'])

/** @param now unix seconds */
export const makeCredentials = (now: () => number): Credentials => ({
  'google-service-account': googleServiceAccount(now),
  'aws-signature': awsSignature(now),
  'zhipu-token': zhipuToken(now),
  'tencent-signature': tencentSignature(now),
  'spark-signature': sparkSignature(now),
  'baidu-token': baiduToken(now),
  'kling-token': klingToken(now),
  'volcengine-signature': volcengineSignature(now),
})
