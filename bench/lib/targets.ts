import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chargedCalls, type Gateway, startGateway } from './gateway.ts'
import { startNginx } from './nginx.ts'
import type { Stage } from './stage.ts'
import { upstream } from './upstream.ts'
import { makeUsers } from './users.ts'

/** Where the load goes: the upstream itself, or a gateway before it. */
export interface Target {
  port: number
  /** The process between the load and the upstream, if any. */
  processId?: number | undefined
  /** The headers of its callers, one a line. */
  headersFile: string
  /** How many calls it has charged; absent: it charges nothing. */
  chargedCalls?(): Promise<number>
}

const USERS = 100

/** All targets. */
const targets = {
  /** The upstream itself. */
  direct: async stage => ({ port: await upstream(stage), headersFile: headersFor(stage, ['nobody']) }),
  /** The lower bound. */
  nginx: async stage => ({
    ...(await startNginx(stage.folder, await upstream(stage))),
    headersFile: headersFor(stage, ['nobody']),
  }),
  gateway: async stage => charged(await charging(stage), stage),
  /** The same gateway with a ledger that stores nothing. */
  uncharged: async stage =>
    through(await startGateway(join(stage.folder, 'uncharged'), await upstream(stage), 'uncharged'), stage),
  'many users': async stage => {
    const gateway = await charging(stage)
    return charged(gateway, stage, await makeUsers(gateway, USERS))
  },
  'one user': async stage => {
    const gateway = await charging(stage)
    return charged(gateway, stage, await makeUsers(gateway, 1))
  },
} satisfies Record<string, (stage: Stage) => Promise<Target>>

export type TargetName = keyof typeof targets

export const target = (stage: Stage, name: TargetName): Promise<Target> =>
  stage.part(`target: ${name}`, () => targets[name](stage))

const charging = (stage: Stage): Promise<Gateway> =>
  stage.part('gateway', async () => startGateway(join(stage.folder, 'charging'), await upstream(stage)))

const charged = (gateway: Gateway, stage: Stage, bearers?: string[]): Target => ({
  ...through(gateway, stage, bearers),
  chargedCalls: () => chargedCalls(gateway),
})

const through = ({ port, process, bearer }: Gateway, stage: Stage, bearers = [bearer]): Target => ({
  port,
  processId: process.pid,
  headersFile: headersFor(stage, bearers),
})

/** Writes the headers file of callers with these keys. */
export function headersFor({ folder }: Stage, bearers: string[]): string {
  const file = join(folder, `headers-${crypto.randomUUID()}`)
  writeFileSync(file, bearers.map(bearer => `Authorization: Bearer ${bearer}\n`).join(''))
  return file
}
