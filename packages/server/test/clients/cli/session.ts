import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOG_TYPE, type Log, type Page } from '@tollgate/contract'
import type { SpokenDialectName } from '../../support/conversing-upstream/index.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { strictHosts } from '../../support/strict-hosts/index.ts'
import { until } from '../../support/until.ts'
import type { Cli } from './cli.ts'
import type { ClosedProxy } from './closed-proxy.ts'
import type { FamilyUpstreams, Played, Turn } from './family-upstreams.ts'
import { type Guided, guided } from './guided.ts'
import { type Ended, runProgram } from './run-program.ts'

/** The time limit of one prompt. */
const LIMIT_MS = 120_000

/** What all client runs share. */
export interface Setting {
  gateway: TestGateway
  upstreams: FamilyUpstreams
  proxy: ClosedProxy
  /** The parent folder of the clients' home folders. */
  folder: string
}

/** A client with its own home, project and token. */
export interface Session {
  cli: Cli
  project: string
  /** Sends the client a prompt, which a family answers with the given turns. */
  ask(asked: Asked): Promise<Answered>
  /** Asks the guide's first question, using only the guide's settings. */
  askAsGuided(asked: Pick<Asked, 'family' | 'turns'>): Promise<Answered>
  /** The errors that the client printed in its last run, shortened. */
  complaints(): string
  end(): void
}

export interface Asked {
  prompt: string
  family: SpokenDialectName
  turns: readonly Turn[]
  resumes?: boolean
  /** Extra arguments. */
  more?: readonly string[]
  environment?: Readonly<Record<string, string>>
  /** The client is interrupted while the stream is held. */
  isInterrupted?: boolean
  /** Its token's quota is too low for any call. */
  isPoor?: boolean
}

/** The result of a prompt. */
export interface Answered extends Ended {
  played: Played[]
  /** The charged calls of this prompt. */
  charged: Log[]
  /** The calls of this prompt that the gateway refused. */
  refusals: Log[]
}

/** The words in the two files of a project. */
export const NOTES = { 'one.txt': 'pomegranate', 'two.txt': 'kingfisher' } as const

/** @param bin the folder of the client's programs */
export async function startSession(cli: Cli, bin: string, setting: Setting): Promise<Session> {
  const { gateway, upstreams, proxy } = setting
  const folder = mkdtempSync(join(setting.folder, `${cli.id}-`))
  const [home, project] = [join(folder, 'home'), join(folder, 'project')]
  const name = `${cli.id} ${crypto.randomUUID().slice(0, 8)}`
  const rich = await gateway.makeToken({ name })
  write(project, NOTES)
  mkdirSync(home)
  let complaints = ''
  const rowsOf = async (type: number) =>
    (
      await gateway.consoleCall<Page<Log>>(
        'GET',
        `/api/log/?p=1&page_size=100&type=${type}&token_name=${encodeURIComponent(name)}`,
      )
    ).items

  /** Runs a script in the project. Its arguments are the client's. */
  async function run(script: string, args: readonly string[], asked: Omit<Asked, 'prompt'>): Promise<Answered> {
    const { turns, isInterrupted = false, environment } = asked
    const before = new Set([...(await rowsOf(LOG_TYPE.consume)), ...(await rowsOf(LOG_TYPE.error))].map(({ id }) => id))
    const fresh = async (type: number) => (await rowsOf(type)).filter(({ id }) => !before.has(id))
    upstreams.begin(turns, cli.isToolless === true)
    const env = { ...surroundings(home, bin, proxy.url), ...environment }
    const running = runProgram('sh', ['-c', script, cli.program, ...args], { cwd: project, env, limitMs: LIMIT_MS })
    if (isInterrupted) {
      await Promise.race([upstreams.held, running.ended])
      running.interrupt()
    }
    const ended = await running.ended
    complaints = ended.errors.trim().slice(-1_000)
    const played = [...upstreams.played]
    if (process.env.CLIENTS_DEBUG) {
      for (const one of played) console.log(one.refusal, one.body)
      console.log(ended.output.slice(-3_000), ended.errors.slice(-3_000))
    }
    const calls = played.filter(({ refusal }) => refusal === null).length
    const charged = await until(
      () => fresh(LOG_TYPE.consume),
      found => found.length >= calls,
    ).catch(() => fresh(LOG_TYPE.consume))
    return { ...ended, played, charged, refusals: await fresh(LOG_TYPE.error) }
  }

  return {
    cli,
    project,
    async ask(asked) {
      const { prompt, family, resumes = false, isPoor = false, more = [] } = asked
      if (cli.ask === undefined) throw new Error(`${cli.name} is not driven`)
      const { bearer } = isPoor ? await gateway.makeToken({ name, unlimited_quota: false, remain_quota: 1 }) : rich
      const place = { home, project, url: gateway.url, bearer, model: strictHosts[family].model }
      const { files, shell } = guided(cli, place)
      write(home, added(files, cli.files))
      return run(`${shell}\nexec "$0" "$@"`, [...cli.ask(prompt, place, resumes), ...more], {
        ...asked,
        environment: { ...cli.environment, ...asked.environment },
      })
    },
    askAsGuided(asked) {
      const place = { url: gateway.url, bearer: rich.bearer, model: strictHosts[asked.family].model }
      const told = guided(cli, place)
      write(home, told.files)
      return run(`${told.shell}\n${firstLine(told, bin, project)}`, [], asked)
    },
    complaints: () => complaints,
    end: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The guide's own command, or the command that runs the guide's program. */
function firstLine({ first }: Guided, bin: string, project: string): string {
  if (first === null) throw new Error('the guide asks no first question')
  if ('shell' in first) return first.shell
  write(project, { [first.file]: first.text })
  if (first.file.endsWith('.py')) return `python ${first.file}`
  symlinkSync(join(bin, '..'), join(project, 'node_modules'))
  return `'${process.execPath}' ${first.file}`
}

/** Combines two sets of files: JSON objects are merged, other text is appended. */
function added(files: Record<string, string>, more: Record<string, string> = {}): Record<string, string> {
  const names = Object.keys({ ...files, ...more })
  return Object.fromEntries(names.map(name => [name, inOne(name, [files[name], more[name]].filter(isThere))]))
}

const isThere = (text: string | undefined): text is string => text !== undefined

const inOne = (name: string, texts: readonly string[]): string =>
  name.endsWith('.json') ? JSON.stringify(Object.assign({}, ...texts.map(text => JSON.parse(text)))) : texts.join('')

function write(folder: string, files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
}

/** An isolated environment that can reach only the gateway. */
export const surroundings = (home: string, bin: string, proxy: string): Record<string, string> => ({
  PATH: `${bin}:${process.env.PATH}`,
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
