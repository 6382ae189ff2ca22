import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { spokenDialects } from '../../support/conversing-upstream/index.ts'
import type { SpokenDialect } from '../../support/conversing-upstream/spoken-dialect.ts'
import { startGateway } from '../../support/gateway.ts'
import { strictHosts } from '../../support/strict-hosts/index.ts'
import { frameworkWords, runFrameworks } from '../frameworks/run.ts'
import type { Cli } from './cli.ts'
import { startClosedProxy } from './closed-proxy.ts'
import { familyNames, startFamilyUpstreams } from './family-upstreams.ts'
import { clis, UNTRIED } from './index.ts'
import { install, type Wanted } from './install.ts'
import { cellsOf, printed } from './matrix.ts'
import { clientsPage } from './page.ts'
import { keepResult, readResults } from './results.ts'
import { isDue, scenarios } from './scenarios.ts'
import { type Setting, startSession } from './session.ts'

/**
 * `npm run clients`: drives real command-line clients against strict upstreams of every family and prints the matrix.
 * `-- codex gemini tools` runs only these clients, families and scenarios; `--frameworks` drives libraries instead;
 * `--page` writes docs/clients.md afterwards, `--only-page` writes it from the last run. CLIENTS_DIR: where packages
 * are installed and kept; CLIENTS_DEBUG=1 prints the requests that upstreams received.
 */
const flag = { type: 'boolean', default: false } as const
const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { frameworks: flag, page: flag, 'only-page': flag },
})
const cliWords = [...clis.map(({ id }) => id), ...scenarios.map(({ name }) => name)]
const known = new Set([...familyNames, ...(flags.frameworks ? frameworkWords : cliWords)])
const unknown = words.filter(word => !known.has(word))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: known are --frameworks, --page, --only-page, ${[...known].join(', ')}`)
  process.exit(1)
}

const unexpected = flags['only-page'] ? 0 : await runMatrix()
if (flags.page || flags['only-page']) {
  const page = clientsPage(readResults('cli'), readResults('frameworks'))
  writeFileSync(join(import.meta.dir, '../../../../../docs/clients.md'), page)
}
process.exit(unexpected === 0 ? 0 : 1)

/** Returns how many scenarios of this run failed without a known reason. */
async function runMatrix(): Promise<number> {
  const kept = process.env.CLIENTS_DIR ?? join(tmpdir(), 'tollgate-clients')
  mkdirSync(kept, { recursive: true })
  const setting = await startSetting()
  const unexpected = flags.frameworks ? await runFrameworks(setting, kept, chosen) : await runClis(setting, kept)
  await endSetting(setting)
  if (setting.proxy.hosts.size > 0)
    console.log(`\nWithout an answer they asked for ${[...setting.proxy.hosts].join(', ')}.`)
  return unexpected
}

async function runClis(setting: Setting, kept: string): Promise<number> {
  const ran = new Set<string>()
  for (const cli of chosen(clis, ({ id }) => id)) {
    const bin = await install(wantedFor(cli), kept).catch(({ message }) => message as string)
    if (!existsSync(bin)) {
      console.log(`${cli.name}: ${bin}`)
      continue
    }
    for (const family of chosen(familyNames, name => name)) {
      for (const scenario of chosen(scenarios, ({ name }) => name)) {
        if (!isDue(scenario, cli, family)) continue
        const session = await startSession(cli, bin, setting)
        const started = performance.now()
        const problems = (await scenario.play(session, family)).join('; ')
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        console.log(`${cli.name} × ${family}, ${scenario.name}: ${problems || '✓'} (${seconds} s)`)
        if (problems !== '') console.log(session.complaints())
        session.end()
        keepResult('cli', cli.id, family, scenario.name, problems)
        ran.add(`${cli.id} ${family} ${scenario.name}`)
      }
    }
  }
  const cells = cellsOf(readResults('cli'))
  console.log(`\n${printed(cells)}`)
  for (const [id, reason] of Object.entries(UNTRIED)) console.log(`${id} is not tried: ${reason}`)
  return cells.flatMap(({ cli, family, reds }) =>
    reds.filter(({ isKnown, scenario }) => !isKnown && ran.has(`${cli.id} ${family} ${scenario}`)),
  ).length
}

function wantedFor({ id, from = 'npm', package: name, version, beside = [] }: Cli): Wanted {
  return { id, from, packages: [`${name}${from === 'pip' ? '==' : '@'}${version}`, ...beside] }
}

function chosen<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  const named = items.filter(item => words.includes(nameOf(item)))
  return named.length > 0 ? named : items
}

async function startSetting(): Promise<Setting> {
  const gateway = await startGateway()
  const upstreams = startFamilyUpstreams()
  await gateway.setOption('SelfUseModeEnabled', true)
  // Limits how long the gateway reads on after a client leaves: these upstreams send nothing more.
  await gateway.setOption('relay_setting.read_on_seconds', 1)
  for (const family of familyNames) {
    const { type, key, path = '' }: SpokenDialect = spokenDialects[family]
    const models = strictHosts[family].model
    await gateway.makeChannel({ type, base_url: upstreams.urls[family] + path, models, ...(key && { key }) })
  }
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-clients-run-'))
  return { gateway, upstreams, proxy: startClosedProxy(), folder }
}

async function endSetting({ gateway, upstreams, proxy, folder }: Setting): Promise<void> {
  await upstreams.stop()
  proxy.stop()
  await gateway.stop()
  rmSync(folder, { recursive: true, force: true })
}
