import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { start, stop } from '../../scripts/lib/run.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'
import type { Stage } from './stage.ts'
import { tool } from './tools.ts'

/** The port of a model provider whose streams are so many chunks, paced. */
export function upstream(stage: Stage, { chunks = 100, intervalMs = 20 } = {}): Promise<number> {
  return stage.part(`upstream, ${chunks} chunks, one every ${intervalMs} ms`, async () => {
    const port = await freePort()
    const server = start(await tool(stage, 'upstream'), [port, intervalMs, chunks].map(String))
    whenEnding(() => stop(server))
    await untilPortAnswers('The upstream', port, server)
    return port
  })
}
