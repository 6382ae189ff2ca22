import { readAwsKey } from '@tollgate/gateway'
import { AwsV4Signer } from 'aws4fetch'
import { relayError } from '../../call/relay-error.ts'
import type { Authorize } from './authorize.ts'

/**
 * Signs a request to Bedrock. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv.html
 *
 * @param now unix seconds
 */
export const awsSignature =
  (now: () => number): Authorize =>
  async ({ key }, { url, body }) => {
    const account = readAwsKey(key)
    if (account.kind !== 'signing') throw relayError('upstream_credentials')
    const signed = await new AwsV4Signer({
      ...account,
      url,
      body,
      method: 'POST',
      service: 'bedrock',
      datetime: new Date(now() * 1000).toISOString().replace(/[:-]|\.\d{3}/g, ''),
      headers: { 'content-type': 'application/json' },
    }).sign()
    return Object.fromEntries(signed.headers)
  }
