import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'
import type { Stage } from './stage.ts'
import { tool } from './tools.ts'

/** The port of a model provider. Each request sets the pace of its stream. */
export function upstream(stage: Stage): Promise<number> {
  return stage.part('model provider', async () => {
    const port = stage.upstreamPort ?? (await freePort())
    const server = start(await tool(stage, 'upstream'), [String(port)])
    whenEnding(() => stop(server))
    await untilPortAnswers('The upstream', port, server)
    return port
  })
}
