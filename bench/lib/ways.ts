import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chargedCalls, type Gateway, startGateway } from './gateway.ts'
import { startNginx } from './nginx.ts'
import type { Stage } from './stage.ts'
import { upstream } from './upstream.ts'
import { makeUsers } from './users.ts'

/** A way requests take to the upstream. */
export interface RequestStrategy {
  port: number
  /** Of what stands between the load and the upstream. */
  processId?: number | undefined
  /** The headers of its callers, one a line. */
  headersFile: string
  /** How many calls it has charged; absent: it charges nothing. */
  chargedCalls?(): Promise<number>
}

const USERS = 100

/** Every way there is. */
const ways = {
  /** Nothing stands between. */
  direct: async stage => ({ port: await upstream(stage), headersFile: calledBy(stage, ['nobody']) }),
  /** The floor. */
  nginx: async stage => ({
    ...(await startNginx(stage.folder, await upstream(stage))),
    headersFile: calledBy(stage, ['nobody']),
  }),
  gateway: async stage => charged(await charging(stage), stage),
  /** The same with a ledger that keeps nothing. */
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
} satisfies Record<string, (stage: Stage) => Promise<RequestStrategy>>

export type WayName = keyof typeof ways

export const strategy = (stage: Stage, name: WayName): Promise<RequestStrategy> =>
  stage.part(`way: ${name}`, () => ways[name](stage))

const charging = (stage: Stage): Promise<Gateway> =>
  stage.part('gateway', async () => startGateway(join(stage.folder, 'charging'), await upstream(stage)))

const charged = (gateway: Gateway, stage: Stage, bearers?: string[]): RequestStrategy => ({
  ...through(gateway, stage, bearers),
  chargedCalls: () => chargedCalls(gateway),
})

const through = ({ port, process, bearer }: Gateway, stage: Stage, bearers = [bearer]): RequestStrategy => ({
  port,
  processId: process.pid,
  headersFile: calledBy(stage, bearers),
})

/** The headers file of callers with these keys. */
export function calledBy({ folder }: Stage, bearers: string[]): string {
  const file = join(folder, `headers-${crypto.randomUUID()}`)
  writeFileSync(file, bearers.map(bearer => `Authorization: Bearer ${bearer}\n`).join(''))
  return file
}
