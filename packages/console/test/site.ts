import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A site other than the gateway's. */
export interface Site {
  url: string
  stop(): Promise<void>
}

/** @param answer its response to a path */
export async function startSite(answer: (path: string, response: ServerResponse) => void): Promise<Site> {
  const server = createServer((request, response) => {
    request.resume()
    answer(request.url ?? '', response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A site of files: each path with its content type and its content. */
export const startFiles = (files: Record<string, readonly [type: string, content: string | Buffer]>): Promise<Site> =>
  startSite((path, response) => {
    const [type, content] = files[path] ?? ['text/plain', '']
    response.setHeader('content-type', type)
    response.end(content)
  })
