import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Channel, type Page, USER_ID_HEADER } from '@tollgate/contract'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { databases } from '../../../test/support/databases.ts'
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts'
import { MAIN, runProgram } from '../../../test/support/gateway-process.ts'
import { rejection } from '../../../test/support/rejection.ts'
import { applySite } from './apply-site.ts'
import { exportText } from './export.ts'
import { makeSecrets } from './fill-secrets.ts'
import { Problem } from './problem.ts'
import { readSiteFile } from './read-file.ts'
import { serverOf } from './server.ts'
import { readStanding } from './standing.ts'

const EXAMPLE = readFileSync(join(import.meta.dir, '../../../../../deploy/site.example.yaml'), 'utf8')
const VALUES = {
  OPENAI_KEY: 'sk-openai-canary-1',
  ANTHROPIC_KEY: 'sk-anthropic-canary-2',
  METRICS_TOKEN: 'metrics canary 3',
}
const reading =
  (text: string, values: Record<string, string> = VALUES) =>
  () =>
    readSiteFile(text, makeSecrets(values))

describe('a file is refused with one sentence and the line', () => {
  test.each([
    ['optoins: {}', 'Line 1: “optoins” is not known here.'],
    [
      'options:\n  SystemName: a\nchannels:\n  - name: x\n    type: 1\n    modles: [m]',
      'Line 6: “channels.0.modles” is not known here.',
    ],
    [
      'groups:\n  vip:\n    ratio: cheap',
      'Line 3: “groups.vip.ratio” is wrong: Invalid input: expected number, received string.',
    ],
    ['options:\n  A: 1\n  A: 2', 'Line 3: Map keys must be unique'],
    [
      `channels:\n\n  - name: x\n    type: openai\n    key: \${NOT_SET}`,
      'Line 5: the environment variable NOT_SET is not set.',
    ],
    [
      `options:\n  MetricsToken: \${not a name}`,
      `Line 2: \${not a name} names no environment variable; write it like \${OPENAI_KEY}.`,
    ],
    ['options:\n  x: &a 1\n  y: *a', 'Line 3: aliases are not read; write the value again.'],
    ['channels: none', 'Line 1: “channels” is wrong: Invalid input: expected array, received string.'],
  ])('%j: %s', (text, sentence) => {
    expect(reading(text)).toThrow(new Problem(sentence))
  })

  test('refusing a file of any kind shows no value of the environment', () => {
    const values = { SECRET: 'a-value-that-nobody-sees' }
    const text = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.jsonValue().map(value => stringify({ options: { MetricsToken: `\${SECRET}` }, channels: value })),
    )
    fc.assert(
      fc.property(text, text => {
        try {
          reading(text, values)()
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
          expect((error as Error).message).not.toContain(values.SECRET)
        }
      }),
      { seed: 9, numRuns: 300 },
    )
  })
})

for (const { kind, open } of databases())
  describe(`a site on ${kind}`, () => {
    let gateway: TestGateway
    let environment: Record<string, string>
    let closeDatabase: () => Promise<unknown>
    beforeAll(async () => {
      const database = await open()
      closeDatabase = database.close
      gateway = await startGateway(database.place.DATABASE_URL)
      const token = await gateway.consoleCall<string>('GET', '/api/user/token')
      environment = {
        TOLLGATE_URL: `${gateway.url}/`,
        TOLLGATE_TOKEN: token,
        TOLLGATE_USER: gateway.headers[USER_ID_HEADER] ?? '',
        ...VALUES,
      }
    })
    afterAll(async () => {
      await gateway.stop()
      await closeDatabase()
    })

    async function apply(text: string, isAgreed = true) {
      const said: string[] = []
      const code = await applySite(text, { isAgreed, environment, say: line => void said.push(line) })
      return { code, said: said.join('\n') }
    }
    const standing = () => readStanding(serverOf(environment))
    const channelsNow = async () =>
      (await gateway.consoleCall<Page<Channel>>('GET', '/api/channel/?page_size=100')).items

    test('is planned without a change, then applied, and then nothing is left to do', async () => {
      const before = await standing()
      const planned = await apply(EXAMPLE, false)
      expect(planned.code).toBe(2)
      expect(planned.said).toContain('~ option SystemName\n    Tollgate → Example gateway')
      expect(planned.said).toContain('+ channel openai-main')
      expect(planned.said).toContain('Nothing was changed: apply it with --yes.')
      expect(await standing()).toEqual(before)

      const applied = await apply(EXAMPLE)
      expect(applied.code).toBe(0)
      expect(await apply(EXAMPLE)).toEqual({ code: 0, said: 'Nothing differs.' })
      for (const { said } of [planned, applied]) expect(said).not.toContain('canary')
      const made = await channelsNow()
      expect(made.map(({ name }) => name).sort()).toEqual(['anthropic-main', 'openai-main'])
      expect((await standing()).secretsSet.has('MetricsToken')).toBe(true)
    })

    test('is exported without secrets, and its export changes nothing', async () => {
      await gateway.makeChannel({
        name: 'by hand',
        key: 'sk-canary-4',
        setting: '{"proxy":"http://me:canary5@proxy.example:8080"}',
        param_override: '{"headers":{"authorization":"canary6"}}',
        models: 'a,b',
      })
      const text = exportText(await standing())
      expect(text).not.toContain('canary')
      expect(text).toContain('# Secret options that are set: MetricsToken')
      expect(parse(text).channels.length).toBe(3)
      expect(await apply(text)).toEqual({ code: 0, said: 'Nothing differs.' })
    })

    test('takes over ratios between groups and the order of auto', async () => {
      await gateway.setOption('GroupGroupRatio', '{"vip":{"default":0.5}}')
      await gateway.setOption('AutoGroups', '["vip","default"]')
      const text = exportText(await standing())
      expect(parse(text).options).toMatchObject({
        GroupGroupRatio: { vip: { default: 0.5 } },
        AutoGroups: ['vip', 'default'],
      })
      await gateway.setOption('GroupGroupRatio', '{}')
      await gateway.setOption('AutoGroups', '[]')
      const { said } = await apply(text)
      expect(said).toContain('~ option GroupGroupRatio')
      expect(said).toContain('~ option AutoGroups')
      expect(await apply(text)).toEqual({ code: 0, said: 'Nothing differs.' })
    })

    test('reports a changed secret, and shows neither value', async () => {
      environment.OPENAI_KEY = 'sk-rotated-canary-7'
      const { said } = await apply(EXAMPLE)
      expect(said).toContain('~ channel openai-main\n    key: (secret) → (another secret)')
      expect(said).not.toContain('canary')
      expect(await apply(EXAMPLE)).toEqual({ code: 0, said: 'Nothing differs.' })
    })

    test('keeps what the file does not name, and removes from its maps what it does not list', async () => {
      const text =
        'groups:\n  default: { ratio: 1, usable: Default }\nchannels:\n  - name: openai-main\n    type: openai\n    weight: 9\n'
      const { said } = await apply(text)
      expect(said).toContain('- vip: ')
      expect(said).toContain('weight: 5 → 9')
      expect(said.match(/^[~+]/gm)?.length).toBe(3)
      expect((await channelsNow()).find(({ name }) => name === 'openai-main')).toMatchObject({ weight: 9, tag: 'main' })
    })

    test('knows the keys of a channel that has many, in any order', async () => {
      environment.MANY = 'sk-canary-a\nsk-canary-b'
      const text = `channels: [{ name: many, type: openai, models: m, key: "\${MANY}", key_spread: random }]`
      expect((await apply(text)).said).toContain('+ channel many')
      environment.MANY = 'sk-canary-b\nsk-canary-a'
      expect(await apply(text)).toEqual({ code: 0, said: 'Nothing differs.' })
      environment.MANY = 'sk-canary-b\nsk-canary-c'
      const { said } = await apply(text)
      expect(said).toContain('~ channel many\n    key: (secret) → (another secret)')
      expect(said).not.toContain('canary')
      const without = await rejection(apply(text.replace(', key_spread: random', '').replace('many', 'more')))
      expect(without.message).toContain('say with key_spread how calls are spread over them')
    })

    test('leaves a channel that was switched off automatically as it is', async () => {
      const [channel] = await channelsNow()
      if (!channel) throw new Error('no channel')
      await gateway.consoleCall('PUT', '/api/channel/', { id: channel.id, status: 3 })
      const { name, type } = channel
      expect(await apply(stringify({ channels: [{ name, type, enabled: true }] }))).toMatchObject({
        said: 'Nothing differs.',
      })
      expect((await apply(stringify({ channels: [{ name, type, enabled: false }] }))).said).toContain('status: 3 → 2')
    })

    const QUICKER: [what: string, text: string, edit: () => Promise<unknown>, told: string][] = [
      [
        'an option',
        'options:\n  SystemName: From the file\n  Footer: Foot\n',
        () => gateway.setOption('SystemName', 'By an admin'),
        'option SystemName: Somebody changed the option SystemName in the meantime.',
      ],
      [
        'a channel',
        'options:\n  Footer: Foot\nchannels: [{ name: openai-main, type: openai, weight: 77 }]\n',
        async () => {
          const one = (await channelsNow()).find(({ name }) => name === 'openai-main')
          await gateway.consoleCall('PUT', '/api/channel/', { id: one?.id, priority: 66 })
        },
        'channel openai-main: ',
      ],
    ]
    test.each(QUICKER)('reports that somebody else was faster with %s', async (_, text, edit, told) => {
      const before = await channelsNow()
      // The admin's edit comes between reading and applying.
      const original = globalThis.fetch
      let puts = 0
      globalThis.fetch = Object.assign(
        async (...given: Parameters<typeof fetch>) => {
          const [, init] = given
          if (
            init?.method === 'PUT' &&
            String(init.body).includes(text.includes('channels') ? 'weight' : 'SystemName') &&
            ++puts === 1
          ) {
            globalThis.fetch = original
            await edit()
          }
          return original(...given)
        },
        { preconnect: original.preconnect },
      )
      const error = await rejection(applySite(text, { isAgreed: true, environment, say: () => undefined }))
      globalThis.fetch = original
      expect(error).toBeInstanceOf(Problem)
      expect(error.message).toContain(told)
      expect(error.message).toMatch(/\d changes? applied, \d left\. Run it again/)
      expect((await standing()).options.get('SystemName')).not.toBe('From the file')
      const weights = (channels: Channel[]) => channels.map(({ id, weight }) => [id, weight])
      expect(weights(await channelsNow()).sort()).toEqual(weights(before).sort())
    })

    test('is not applied if a name belongs to two channels, and the server’s refusals are shown', async () => {
      await gateway.makeChannel({ name: 'twice' })
      await gateway.makeChannel({ name: 'twice' })
      const refusals = [
        [
          'channels: [{ name: twice, type: 1 }]',
          'There are 2 channels named “twice”. Rename all but one of them first.',
        ],
        ['channels: [{ name: new one, type: 1, models: m }]', 'needs a key'],
        ['channels: [{ name: x, type: nothing, key: k }]', 'has the type nothing, which is none: '],
        ['options: { NoSuchOption: 1 }', 'Line 1: there is no option “NoSuchOption”.'],
        ['options:\n  SMTPPort: 70000', 'Line 2: “SMTPPort”: '],
        ['options: { GroupRatio: {} }\ngroups: {}', 'the section “groups” already sets “GroupRatio”'],
        [`channels: [{ name: x, type: 1, key: "\${OPENAI_KEY}", models: m, base_url: nonsense }]`, 'channel x: '],
      ] as const
      for (const [text, sentence] of refusals) {
        const error = await rejection(applySite(text, { isAgreed: true, environment, say: () => undefined }))
        expect([error.constructor.name, error.message]).toEqual(['Problem', expect.stringContaining(sentence)])
        expect(error.message).not.toContain('canary')
      }
    })

    test('is a command', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tollgate-apply-'))
      const file = join(folder, 'site.yaml')
      writeFileSync(file, 'options:\n  Notice: Hello\n')
      const run = (...given: string[]) => runProgram([MAIN, ...given], environment)
      expect(await run('apply', file)).toMatchObject({
        exitCode: 2,
        stdout: expect.stringContaining('~ option Notice'),
      })
      expect(await run('apply', '--yes', file)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('1 change applied.'),
      })
      expect(await run('apply', file)).toMatchObject({ exitCode: 0, stdout: 'Nothing differs.\n' })
      expect((await run('export')).stdout).toContain('Notice: Hello')
      expect(await run('destroy')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Usage:') })
      expect(await run('apply', join(folder, 'missing.yaml'))).toMatchObject({ exitCode: 1 })
      expect(await runProgram([MAIN, 'export'], { ...environment, TOLLGATE_TOKEN: 'wrong' })).toMatchObject({
        exitCode: 1,
      })
      rmSync(folder, { recursive: true })
    })
  })
