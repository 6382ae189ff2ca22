import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whenEnding } from '../../scripts/lib/endings.mjs'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { findPrograms } from '../../scripts/lib/programs.mjs'
import { inProject } from '../../scripts/lib/project.mjs'
import { runQuietly, start, stop } from '../../scripts/lib/run.mjs'
import { say } from '../../scripts/lib/script.mjs'
import { temporaryFolder } from '../../scripts/lib/temporary-folder.mjs'
import { untilPortAnswers } from '../../scripts/lib/until-port-answers.mjs'
import { writeBodies } from './bodies.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { nginxConfiguration } from './nginx.ts'
import type { WayName } from './scenario.ts'

const chunkIntervalMilliseconds = 20
const chunksPerStream = 100

/** Everything a scenario runs against, all on the loopback address. */
export interface Stage {
  /** Holds the compiled tools, the bodies and nginx's files. */
  folder: string
  /** What every request carries, whichever way it takes. */
  headers: string[]
  ways: Record<WayName, { port: number; processId?: number }>
  gateway: Gateway
}

/** Builds the tools and starts the upstream, nginx and the gateway in front of it. They end with the script. */
export async function setStage(): Promise<Stage> {
  const { nginx, gcc } = await findPrograms('nginx', 'gcc')
  const folder = temporaryFolder('bench')
  say('Starting the upstream, nginx and the gateway …')
  writeBodies(folder)
  await Promise.all(['upstream', 'load'].map(tool => compile(gcc, tool, folder)))

  const upstream = await startUpstream(folder)
  const [floor, gateway] = await Promise.all([startNginx(nginx, folder, upstream), startGateway(folder, upstream)])
  const headers = [`Authorization: Bearer ${gateway.tokenKey}`]
  return { folder, headers, ways: { direct: { port: upstream }, nginx: floor, gateway }, gateway }
}

function compile(gcc: string, tool: string, folder: string): Promise<void> {
  const source = inProject('bench', 'tools', `${tool}.c`)
  return runQuietly(`${tool}.c could not be compiled.`, gcc, ['-O2', '-o', join(folder, tool), source])
}

async function startUpstream(folder: string): Promise<number> {
  const port = await freePort()
  const pace = [chunkIntervalMilliseconds, chunksPerStream].map(String)
  const upstream = start(join(folder, 'upstream'), [String(port), ...pace])
  whenEnding(() => stop(upstream))
  await untilPortAnswers('The upstream', port, upstream)
  return port
}

async function startNginx(program: string, folder: string, upstream: number) {
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(configuration, nginxConfiguration({ folder, port, upstream }))
  const nginx = start(program, ['-p', folder, '-c', configuration])
  whenEnding(() => stop(nginx))
  await untilPortAnswers('nginx', port, nginx)
  return { port, processId: nginx.pid }
}
