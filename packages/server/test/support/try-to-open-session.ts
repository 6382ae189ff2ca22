/** Sends the request for a session and returns the error that refuses it, which WebSocket clients do not show. */
export async function tryToOpen(url: string, headers: Record<string, string>) {
  const response = await fetch(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'accept-language': 'en',
      ...headers,
    },
  })
  const body = (await response.json()) as { error: { code: string; type: string; message: string } }
  return { status: response.status, ...body.error }
}
