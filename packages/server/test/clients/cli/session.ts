import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Log, Page } from '@tollgate/contract'
import type { SpokenDialectName } from '../../support/conversing-upstream/index.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { strictHosts } from '../../support/strict-hosts/index.ts'
import { until } from '../../support/until.ts'
import type { Cli, Place } from './cli.ts'
import type { ClosedProxy } from './closed-proxy.ts'
import type { FamilyUpstreams, Played, Turn } from './family-upstreams.ts'
import { guided } from './guided.ts'
import { type Ended, runProgram } from './run-program.ts'

/** What a client may take for one prompt. */
const LIMIT_MS = 120_000

/** What every run of clients shares. */
export interface Setting {
  gateway: TestGateway
  upstreams: FamilyUpstreams
  proxy: ClosedProxy
  /** Below which homes are made. */
  folder: string
}

/** A client with a home, a project and a token of its own. */
export interface Session {
  cli: Cli
  project: string
  /** Gives the client a prompt while a family plays turns. */
  ask(asked: Asked): Promise<Answered>
  /** What the client said of errors when it ran last, shortened. */
  complaints(): string
  end(): void
}

export interface Asked {
  prompt: string
  family: SpokenDialectName
  turns: readonly Turn[]
  resumes?: boolean
  /** Besides the usual arguments. */
  more?: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** The client is interrupted when the stream stands still. */
  isInterrupted?: boolean
}

/** What came of a prompt. */
export interface Answered extends Ended {
  played: Played[]
  /** The calls of this prompt that were charged. */
  charged: Log[]
}

/** The words in the two files of a project. */
export const NOTES = { 'one.txt': 'pomegranate', 'two.txt': 'kingfisher' } as const

const CONSUMED = 2

export async function startSession(cli: Cli, program: string, setting: Setting): Promise<Session> {
  const { gateway, upstreams, proxy } = setting
  const folder = mkdtempSync(join(setting.folder, `${cli.id}-`))
  const [home, project] = [join(folder, 'home'), join(folder, 'project')]
  const token = `${cli.id} ${crypto.randomUUID().slice(0, 8)}`
  const { bearer } = await gateway.makeToken({ name: token })
  const placeOf = (family: SpokenDialectName): Place => ({
    home,
    project,
    url: gateway.url,
    bearer,
    model: strictHosts[family].model,
  })
  write(project, NOTES)
  let complaints = ''
  const charges = async () =>
    (
      await gateway.consoleCall<Page<Log>>(
        'GET',
        `/api/log/?p=1&page_size=100&type=${CONSUMED}&token_name=${encodeURIComponent(token)}`,
      )
    ).items
  return {
    cli,
    project,
    async ask({ prompt, family, turns, resumes = false, isInterrupted = false, more = [], environment }) {
      const place = placeOf(family)
      const told = guided(cli.id, place)
      write(home, added(told.files, cli.files))
      const before = new Set((await charges()).map(({ id }) => id))
      upstreams.begin(turns)
      const env = { ...surroundings(home, proxy.url), ...told.environment, ...cli.environment, ...environment }
      const running = runProgram(program, [...cli.ask(prompt, place, resumes), ...more], {
        cwd: project,
        env,
        limitMs: LIMIT_MS,
      })
      if (isInterrupted) {
        await Promise.race([upstreams.held, running.ended])
        running.interrupt()
      }
      const ended = await running.ended
      complaints = ended.errors.trim().slice(-1_000)
      const played = [...upstreams.played]
      if (process.env.CLIENTS_DEBUG) for (const one of upstreams.played) console.log(one.refusal, one.body)
      const calls = played.filter(({ refusal }) => refusal === null).length
      const charged = await until(
        async () => (await charges()).filter(({ id }) => !before.has(id)),
        found => found.length >= calls,
      ).catch(async () => (await charges()).filter(({ id }) => !before.has(id)))
      return { ...ended, played, charged }
    },
    complaints: () => complaints,
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function added(files: Record<string, string>, more: Record<string, string> = {}): Record<string, string> {
  const names = Object.keys({ ...files, ...more })
  return Object.fromEntries(names.map(name => [name, (files[name] ?? '') + (more[name] ?? '')]))
}

function write(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** An environment of its own, from which nothing but the gateway is reached. */
const surroundings = (home: string, proxy: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  TMPDIR: home,
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
  CI: '1',
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
  DO_NOT_TRACK: '1',
})
