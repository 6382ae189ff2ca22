import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { spokenDialects } from '../../support/conversing-upstream/index.ts'
import type { SpokenDialect } from '../../support/conversing-upstream/spoken-dialect.ts'
import { startGateway } from '../../support/gateway.ts'
import { strictHosts } from '../../support/strict-hosts/index.ts'
import { startClosedProxy } from './closed-proxy.ts'
import { familyNames, startFamilyUpstreams } from './family-upstreams.ts'
import { clis } from './index.ts'
import { install } from './install.ts'
import { cellsOf, printed } from './matrix.ts'
import { clientsPage } from './page.ts'
import { keepResult, readResults } from './results.ts'
import { scenarios } from './scenarios.ts'
import { type Setting, startSession } from './session.ts'

/**
 * `npm run clients`: drives real command-line clients against strict upstreams of every family and prints the matrix.
 * `-- codex gemini tools` runs these clients, families and scenarios alone; `--page` writes docs/clients.md afterwards,
 * `--only-page` writes it from the last run. CLIENTS_DIR: where the clients are installed and kept; CLIENTS_DEBUG=1
 * prints what reached the upstreams.
 */
const { values: pages, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean', default: false }, 'only-page': { type: 'boolean', default: false } },
})
const names = new Set([...clis.map(({ id }) => id), ...familyNames, ...scenarios.map(({ name }) => name)])
const unknown = words.filter(word => !names.has(word))
if (unknown.length > 0) {
  console.error(`${unknown.join(', ')}: known are --page, --only-page, ${[...names].join(', ')}`)
  process.exit(1)
}

const unexpected = pages['only-page'] ? 0 : await runAll()
if (pages.page || pages['only-page'])
  writeFileSync(join(import.meta.dir, '../../../../../docs/clients.md'), clientsPage(readResults()))
process.exit(unexpected === 0 ? 0 : 1)

/** Returns how many scenarios of this run failed without a known reason. */
async function runAll(): Promise<number> {
  const programs = process.env.CLIENTS_DIR ?? join(tmpdir(), 'tollgate-clients')
  mkdirSync(programs, { recursive: true })
  const setting = await startSetting()
  const ran = new Set<string>()
  for (const cli of chosen(clis, ({ id }) => id)) {
    const program = await install(cli, programs)
    for (const family of chosen(familyNames, name => name)) {
      for (const scenario of chosen(scenarios, ({ name }) => name)) {
        if (scenario.suits?.(cli, family) === false) continue
        const session = await startSession(cli, program, setting)
        const started = performance.now()
        const problems = (await scenario.play(session, family)).join('; ')
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        console.log(`${cli.name} × ${family}, ${scenario.name}: ${problems || '✓'} (${seconds} s)`)
        if (problems !== '') console.log(session.complaints())
        session.end()
        keepResult(cli.id, family, scenario.name, problems)
        ran.add(`${cli.id} ${family} ${scenario.name}`)
      }
    }
  }
  await endSetting(setting)
  const cells = cellsOf(readResults())
  console.log(`\n${printed(cells)}`)
  if (setting.proxy.hosts.size > 0)
    console.log(`\nWithout an answer they asked for ${[...setting.proxy.hosts].join(', ')}.`)
  return cells.flatMap(({ cli, family, reds }) =>
    reds.filter(({ isKnown, scenario }) => !isKnown && ran.has(`${cli.id} ${family} ${scenario}`)),
  ).length
}

function chosen<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  const named = items.filter(item => words.includes(nameOf(item)))
  return named.length > 0 ? named : items
}

async function startSetting(): Promise<Setting> {
  const gateway = await startGateway()
  const upstreams = startFamilyUpstreams()
  await gateway.setOption('SelfUseModeEnabled', true)
  // What a client left is read on for a moment: here nothing more comes.
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
