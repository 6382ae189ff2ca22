import { AwsV4Signer } from 'aws4fetch'
import { timeLimit } from '../process/time-limit.ts'
import { names } from './resolve-name.ts'

/** By which a bucket knows the operator. */
export interface StorageKey {
  accessKeyId: string
  secretAccessKey: string
  /** Empty: as the host's name says, else us-east-1. */
  region: string
}

interface ObjectRequest {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  /** What is stored, and its SHA-256 in hex, which the storage compares. */
  file?: { path: string; sha256: string }
}

/** A file of some megabytes, over a slow line. */
const TIMEOUT_MS = 120_000
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/**
 * Asks a storage that speaks S3, whose address the operator has chosen, signed by version 4
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html). Redirects are not followed: what is stored is
 * private.
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
