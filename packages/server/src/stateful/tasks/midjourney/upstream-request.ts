import type { TaskChannel, UpstreamTaskRequest } from '../vendor.ts'

/** Returns a call to a channel's Midjourney proxy. */
export const upstreamRequest = (
  { baseUrl, key }: Pick<TaskChannel, 'baseUrl' | 'key'>,
  method: 'GET' | 'POST',
  path: string,
  body?: object | string,
): UpstreamTaskRequest => ({
  method,
  url: baseUrl + path,
  headers: { 'mj-api-secret': key, ...(body !== undefined && { 'content-type': 'application/json' }) },
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
})
