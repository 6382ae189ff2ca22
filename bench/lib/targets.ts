import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startBareProxy } from './bare-proxy.ts'
import { chargedCalls, type Gateway } from './gateway.ts'
import { startNginx } from './nginx.ts'
import type { Peer } from './peers.ts'
import { processOfPort } from './process-of-port.ts'
import type { Stage } from './stage.ts'
import { upstream } from './upstream.ts'

/** The target of a load: the upstream itself, or a gateway before it. */
export interface Target {
  port: number
  /** The process between the load and the upstream, if any. */
  processId?: number | undefined
  databaseProcess?: number | undefined
  /** The file with the callers' headers, one per line. */
  headersFile(users: number): string
  /** The model to request; the usual one by default. */
  model?: string
  /** How many calls it has charged; absent: it does not charge or does not report it. */
  chargedCalls?(): Promise<number>
}

/** The upstream without a gateway. */
export async function directTarget(stage: Stage): Promise<Target> {
  const file = headersFor(stage, ['nobody'])
  return { port: await upstream(stage), headersFile: () => file }
}

/** The lower bound. */
export const nginxTarget = (stage: Stage): Promise<Target> =>
  stage.part('nginx', async () => {
    const file = headersFor(stage, ['nobody'])
    return { ...(await startNginx(stage.folder, await upstream(stage))), headersFile: () => file }
  })

/** The lower bound for anything that runs on Bun. */
export const bareTarget = (stage: Stage): Promise<Target> =>
  stage.part('bare proxy', async () => {
    const file = headersFor(stage, ['nobody'])
    return { ...(await startBareProxy(await upstream(stage))), headersFile: () => file }
  })

/** @param bearers the keys of the users */
export function gatewayTarget(stage: Stage, gateway: Gateway, bearers: string[], isUncharged = false): Target {
  const { port, process, bearer, databaseProcess } = gateway
  const [one, many] = [[bearer], bearers].map(keys => headersFor(stage, keys))
  return {
    port,
    processId: process.pid,
    databaseProcess,
    headersFile: users => (users === 1 ? one : many) ?? '',
    ...(!isUncharged && { chargedCalls: () => chargedCalls(gateway) }),
  }
}

export function peerTarget(stage: Stage, { port, key, model }: Peer): Target {
  const file = headersFor(stage, [key])
  return { port, processId: processOfPort(port), headersFile: () => file, ...(model && { model }) }
}

/** Writes the headers file of callers with these keys. */
export function headersFor({ folder }: Stage, bearers: string[]): string {
  const file = join(folder, `headers-${crypto.randomUUID()}`)
  writeFileSync(file, bearers.map(bearer => `Authorization: Bearer ${bearer}\n`).join(''))
  return file
}
