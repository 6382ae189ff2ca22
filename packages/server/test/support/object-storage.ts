import { createHash, createHmac } from 'node:crypto'

/** A storage that implements the part of S3 that archives need, and checks each version 4 signature. */
export interface ObjectStorage {
  /** Its address, including the bucket. */
  address: string
  objects: Map<string, Uint8Array>
  /** `PUT 200`, `GET 403` …, oldest first. */
  answered: string[]
  stop(): Promise<void>
}

export const STORAGE_KEY = { accessKeyId: 'AKIAARCHIVE', secretAccessKey: 'storage secret' }

const BUCKET = 'bucket'

export function startObjectStorage(): ObjectStorage {
  const objects = new Map<string, Uint8Array>()
  const answered: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const response = await answer(request)
      answered.push(`${request.method} ${response.status}`)
      return response
    },
  })

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const body = new Uint8Array(await request.arrayBuffer())
    const refusal = refusalOf(request, body)
    if (refusal) return failure(403, refusal)
    if (!pathname.startsWith(`/${BUCKET}/`)) return failure(404, 'NoSuchBucket')
    if (request.method === 'PUT') {
      objects.set(pathname, body)
      return new Response(null, { headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } })
    }
    const found = objects.get(pathname)
    if (request.method === 'DELETE') {
      objects.delete(pathname)
      return new Response(null, { status: 204 })
    }
    if (!found) return failure(404, 'NoSuchKey')
    if (request.method === 'HEAD') return new Response(null, { headers: { 'content-length': String(found.length) } })
    return request.method === 'GET' ? new Response(found as Uint8Array<ArrayBuffer>) : failure(405, 'MethodNotAllowed')
  }

  return {
    address: `${server.url.origin}/${BUCKET}`,
    objects,
    answered,
    stop: () => server.stop(true),
  }
}

const failure = (status: number, code: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`, {
    status,
    headers: { 'content-type': 'application/xml' },
  })

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/**
 * Follows https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html step by step; null: the
 * signature is right.
 */
function refusalOf(request: Request, body: Uint8Array): string | null {
  const [, id, day, region, names, signature] = AUTHORIZATION.exec(request.headers.get('authorization') ?? '') ?? []
  if (!names || !day || !region) return 'AccessDenied'
  if (id !== STORAGE_KEY.accessKeyId) return 'InvalidAccessKeyId'
  const time = request.headers.get('x-amz-date') ?? ''
  const stated = request.headers.get('x-amz-content-sha256') ?? ''
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== createHash('sha256').update(body).digest('hex'))
    return 'XAmzContentSHA256Mismatch'
  const url = new URL(request.url)
  const query = [...url.searchParams].map(pair => pair.map(encode).join('=')).sort()
  const canonical = [
    request.method,
    url.pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    query.join('&'),
    ...names.split(';').map(name => `${name}:${request.headers.get(name)?.trim()}`),
    '',
    names,
    stated,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${STORAGE_KEY.secretAccessKey}`)
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
