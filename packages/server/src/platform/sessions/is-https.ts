/** Whether the client uses https, as the proxy in front says it. */
export const isHttps = (request: Request): boolean =>
  request.url.startsWith('https:') || request.headers.get('x-forwarded-proto') === 'https'
