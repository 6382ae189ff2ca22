import { AwsV4Signer } from 'aws4fetch'
import { timeLimit } from '../process/time-limit.ts'
import { names } from './resolve-name.ts'

/** Credentials of a bucket. */
export interface StorageKey {
  accessKeyId: string
  secretAccessKey: string
  /** Empty: the region in the host's name, else us-east-1. */
  region: string
}

interface ObjectRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  /** The content, and its SHA-256 in hex, which the storage checks. */
  file?: { path: string; sha256: string }
}

/** Enough for several megabytes over a slow line. */
const TIMEOUT_MS = 120_000
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Calls an S3-compatible storage at the operator's address, signed with version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). Does not follow redirects, because
 * the stored data is private.
 */
export async function askStorage({ method, url, file }: ObjectRequest, key: StorageKey): Promise<Response> {
  await names.ready(url)
  const { accessKeyId, secretAccessKey, region } = key
  const signed = await new AwsV4Signer({
    method,
    url,
    accessKeyId,
    secretAccessKey,
    service: 's3',
    ...(region && { region }),
    headers: { 'x-amz-content-sha256': file?.sha256 ?? SHA256_OF_NOTHING },
  }).sign()
  return fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'manual',
    signal: timeLimit(TIMEOUT_MS),
    ...(file && { body: Bun.file(file.path) }),
  })
}
