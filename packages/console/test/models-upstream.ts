import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An upstream that lists its models, or misbehaves as the test says. */
export interface ModelsUpstream {
  url: string
  /** The paths and keys of the requests. */
  asked: { path: string; key: string }[]
  status: number
  body: unknown
  stop(): Promise<void>
}

export async function startModelsUpstream(models: string[]): Promise<ModelsUpstream> {
  const server = createServer((request, response) => {
    upstream.asked.push({
      path: request.url ?? '',
      key: String(request.headers.authorization ?? '').replace(/^Bearer /, ''),
    })
    response.writeHead(upstream.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(upstream.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const upstream: ModelsUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    status: 200,
    body: { object: 'list', data: models.map(id => ({ id, object: 'model' })) },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return upstream
}
