/** Whether the client uses https, as reported by the proxy in front. */
export const isHttps = (request: Request): boolean =>
  request.url.startsWith('https:') || request.headers.get('x-forwarded-proto') === 'https'
