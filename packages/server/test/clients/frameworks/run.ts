import { cpSync, existsSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_TYPE, type Log, type Page } from '@tollgate/contract'
import type { SpokenDialectName } from '../../support/conversing-upstream/index.ts'
import { startRealtimeUpstream } from '../../support/realtime-upstream.ts'
import { strictHosts } from '../../support/strict-hosts/index.ts'
import { startTlsFront } from '../../support/tls-front.ts'
import { until } from '../../support/until.ts'
import { familyNames } from '../cli/family-upstreams.ts'
import { install, type Wanted } from '../cli/install.ts'
import { keepResult, readResults } from '../cli/results.ts'
import { type Setting, surroundings } from '../cli/session.ts'
import { type Driver, startDriver } from './driver.ts'
import { type Framework, frameworks } from './frameworks.ts'
import { frameworkCells, printedFrameworks } from './matrix.ts'
import { type FrameworkScenario, frameworkScenarios, PICTURE } from './scenarios.ts'

/** The words that select part of the matrix. */
export const frameworkWords = [...frameworks.map(({ id }) => id), ...frameworkScenarios.map(({ name }) => name)]

/**
 * Drives all frameworks, or the selected ones, and prints the matrix. Returns the number of scenarios that failed
 * without a known reason.
 */
export async function runFrameworks(setting: Setting, kept: string, chosen: Chosen): Promise<number> {
  const live = await startRealtimeUpstream()
  await setting.gateway.makeChannel({ base_url: live.url, models: 'gpt-realtime' })
  await setting.gateway.setOption('ModelRatio', JSON.stringify({ 'gpt-realtime': 1 }))
  const front = await startTlsFront(setting.gateway.url)
  const ran = new Set<string>()
  for (const framework of chosen(frameworks, ({ id }) => id)) {
    const bin = await install(wantedFor(framework), kept).catch(({ message }) => message as string)
    if (!existsSync(bin)) {
      console.log(`${framework.name}: ${bin}`)
      continue
    }
    let driver = openDriver(framework, bin, setting, front.url)
    for (const scenario of chosen(frameworkScenarios, ({ name }) => name) as readonly FrameworkScenario[]) {
      if (framework.lacks.some(name => name === scenario.name)) continue
      for (const family of scenario.model ? familyNames.slice(0, 1) : chosen(familyNames, name => name)) {
        if (driver.isEnded()) driver = openDriver(framework, bin, setting, front.url)
        const problems = (await play(framework, scenario, family, driver, setting)).join('; ')
        console.log(`${framework.name}, ${scenario.name}, ${family}: ${problems || '✓'}`)
        keepResult('frameworks', framework.id, family, scenario.name, problems)
        ran.add(`${framework.id} ${family} ${scenario.name}`)
      }
    }
    driver.end()
  }
  front.stop()
  await live.stop()
  const cells = frameworkCells(readResults('frameworks'))
  console.log(`\n${printedFrameworks(cells)}`)
  return cells
    .flatMap(({ framework, scenario, reds }) =>
      reds.map(red => ({ ...red, cell: `${framework.id} ${red.family} ${scenario}` })),
    )
    .filter(({ isKnown, cell }) => !isKnown && ran.has(cell)).length
}

/** Returns the items requested by name, or all if none was requested. */
export type Chosen = <Item>(items: readonly Item[], nameOf: (item: Item) => string) => readonly Item[]

/** Frameworks with the same packages share a folder. */
function wantedFor({ from, packages }: Framework): Wanted {
  const [name = ''] = packages[0]?.match(/^@?[\w/-]+/) ?? []
  return { id: `frameworks-${name.replace(/[@/]/g, '-')}`, from, packages }
}

/** Drivers are copied beside the packages, so that they import those and not the project's. */
function openDriver(
  { id, from, driver, format = 'openai' }: Framework,
  bin: string,
  setting: Setting,
  secureUrl: string,
): Driver {
  const folder = mkdtempSync(join(setting.folder, `${id}-`))
  cpSync(join(import.meta.dir, 'drivers'), folder, { recursive: true })
  if (from === 'npm') symlinkSync(join(bin, '..'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'home'))
  const env = {
    ...surroundings(join(folder, 'home'), bin, setting.proxy.url),
    TOLLGATE_URL: setting.gateway.url,
    // The TypeScript client of live sessions requires TLS.
    TOLLGATE_SECURE_URL: secureUrl,
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    TOLLGATE_PICTURE: PICTURE,
    TOLLGATE_FORMAT: format,
  }
  return startDriver([from === 'pip' ? join(bin, 'python') : join(bin, 'node'), join(folder, driver)], folder, env)
}

async function play(
  framework: Framework,
  scenario: FrameworkScenario,
  family: SpokenDialectName,
  driver: Driver,
  { gateway, upstreams }: Setting,
): Promise<string[]> {
  const name = `${framework.id.slice(0, 20)} ${crypto.randomUUID().slice(0, 8)}`
  const { bearer } = await gateway.makeToken({
    name,
    ...(scenario.isPoor && { unlimited_quota: false, remain_quota: 1 }),
  })
  const rowsOf = async (type: number) =>
    (
      await gateway.consoleCall<Page<Log>>(
        'GET',
        `/api/log/?p=1&page_size=100&type=${type}&token_name=${encodeURIComponent(name)}`,
      )
    ).items
  upstreams.begin(scenario.turns(framework), true)
  const came = await driver.play({
    scenario: scenario.plays,
    model: scenario.model ?? strictHosts[family].model,
    key: bearer,
    stream: scenario.isStream === true,
  })
  const played = [...upstreams.played]
  const due = scenario.name === 'realtime' ? 1 : played.filter(({ refusal }) => refusal === null).length
  const charged = await until(
    () => rowsOf(LOG_TYPE.consume),
    rows => rows.length >= due,
  ).catch(() => rowsOf(LOG_TYPE.consume))
  if (process.env.CLIENTS_DEBUG) console.log(came, ...played.map(({ refusal, body }) => `${refusal} ${body}`))
  const refusals = await until(
    () => rowsOf(LOG_TYPE.error),
    rows => rows.length > 0 || came.error === undefined,
  ).catch(() => [])
  return scenario.faults({ came, played, charged, refusals })
}
