import { bun, bunEnvironment } from '../../scripts/lib/bun.mjs'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'

/** Starts a proxy that only passes bytes on; see bench/tools/bare-proxy.ts. */
export async function startBareProxy(upstream: number) {
  const port = await freePort()
  const proxy = start(bun, ['bench/tools/bare-proxy.ts'], {
    env: { ...bunEnvironment, PORT: String(port), UPSTREAM: String(upstream) },
  })
  whenEnding(() => stop(proxy))
  await untilPortAnswers('The bare proxy', port, proxy)
  return { port, processId: proxy.pid }
}
