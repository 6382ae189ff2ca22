import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, cpSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Log } from '@tollgate/contract'
import packageJson from '../package.json' with { type: 'json' }
import { SEPARATE_PROGRAMS } from '../packages/server/src/platform/process/own-program.ts'
import { type Operator, setUpGateway } from '../packages/server/test/support/gateway.ts'
import { answerJson, startScriptedUpstream } from '../packages/server/test/support/scripted-upstream.ts'
import { until } from '../packages/server/test/support/until.ts'
import { inProject } from './lib/project.mjs'
import { SEPARATE_ENTRIES } from './lib/release/compile.mjs'
import { billOfMaterials } from './lib/release/sbom.mjs'

const TARGET = `linux-${process.arch}`
const NAME = `tollgate-${packageJson.version}-${TARGET}`
/** It may have to build the console first. */
const PATIENCE_MS = 240_000

const folder = mkdtempSync(join(tmpdir(), 'tollgate-release-'))
const release = join(folder, 'release')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(command: string[], environment: Record<string, string> = {}) {
  const child = Bun.spawn(command, { env: environment, cwd: folder, stdout: 'pipe', stderr: 'pipe' })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, stdout, stderr }
}

describe.skipIf(process.platform !== 'linux')('a release', () => {
  beforeAll(async () => {
    const made = await run(['node', inProject('scripts/release.mjs'), TARGET, '--into', release], {
      ...process.env,
    } as never)
    if (made.exitCode !== 0) throw new Error(made.stdout + made.stderr)
  }, PATIENCE_MS)

  test('is one file that runs in a root with only the C library, serves a newcomer, and restores its backup', async () => {
    const root = await minimalRoot()
    const upstream = await startScriptedUpstream()
    upstream.answer = response =>
      answerJson(response, 200, {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'test-model',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello!' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1000, completion_tokens: 10, total_tokens: 1010 },
      })

    const first = await root.serve('data')
    const page = await fetch(first.url, { headers: { 'accept-encoding': 'br' } })
    expect([page.status, page.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(await page.text()).toContain('<div id="root">')
    const operator = await setUpGateway(first.url)
    await operator.makeChannel({ base_url: upstream.url })
    await operator.setOption('ModelRatio', JSON.stringify({ 'test-model': 1 }))
    const { bearer } = await operator.makeToken({ unlimited_quota: false, remain_quota: 500_000 })
    // Small assets are read at once, large ones by a thread.
    for (const length of [1, 400_000]) {
      const answer = await call(first.url, bearer, 'x'.repeat(length))
      expect(await answer.json()).toMatchObject({ choices: [{ message: { content: 'Hello!' } }] })
      expect((await receiptOf(operator, answer)).quota).toBe(1010)
    }
    expect(await operator.consoleCall('GET', '/api/log/stat')).toMatchObject({ quota: 2020 })

    expect(await root.command('data', 'backup', 'copy')).toMatchObject({ exitCode: 0 })
    expect(await first.stop()).toBe(0)
    expect(await root.command('data', 'audit')).toEqual({
      exitCode: 0,
      stdout: expect.stringContaining('✓ The books balance.'),
      stderr: '',
    })

    const again = await root.serve('copy')
    expect((await call(again.url, bearer, 'Hi')).status).toBe(200)
    expect(await again.stop()).toBe(0)
    expect((await root.command('copy', 'audit')).stdout).toContain('✓ The books balance.')
    await upstream.stop()
  }, 120_000)

  test('prints its version and its commands, and refuses unknown ones', async () => {
    const file = join(release, NAME)
    expect(await run([file, '--version'])).toEqual({
      exitCode: 0,
      stdout: `tollgate ${packageJson.version}\n`,
      stderr: '',
    })
    expect((await run([file, '--help'])).stdout).toMatch(/^Usage: tollgate \[command\]\n/)
    const unknown = await run([file, 'destroy'])
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' })
    expect(unknown.stderr).toStartWith('There is no command destroy.\n')
    expect(await run([file, 'backup'])).toMatchObject({ stderr: '✗ Name a folder to create: tollgate backup FOLDER\n' })
  })

  test('has correct sums and a bill of materials', async () => {
    const sums = Bun.spawn(['sha256sum', '--check', '--strict', 'SHA256SUMS'], { cwd: release, stdout: 'pipe' })
    expect((await new Response(sums.stdout).text()).trim().split('\n')).toEqual([
      `${NAME}: OK`,
      'tollgate: OK',
      `tollgate-${packageJson.version}.cdx.json: OK`,
    ])
    const bill = JSON.parse(readFileSync(join(release, `tollgate-${packageJson.version}.cdx.json`), 'utf8'))
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' })
  })

  test('is started by the script beside it if it fits the machine; otherwise one sentence says so', async () => {
    const starter = join(release, 'tollgate')
    const on = (system: string, machine: string) =>
      run([starter, '--version'], { PATH: `${unameOf(system, machine)}:${process.env.PATH}` })
    expect(await run([starter, '--version'], { PATH: process.env.PATH ?? '' })).toMatchObject({
      stdout: `tollgate ${packageJson.version}\n`,
    })
    expect(await on('Linux', 's390x')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'Tollgate is released for Linux on x64 and arm64; this is Linux on s390x: run it from its sources there.\n',
    })
    expect((await on('Darwin', 'arm64')).stderr).toContain('this is Darwin on arm64')
    const [machine, kind] = process.arch === 'x64' ? ['aarch64', 'linux-arm64'] : ['x86_64', 'linux-x64']
    expect((await on('Linux', machine)).stderr).toStartWith(`There is no file of Tollgate for ${kind} beside this one`)
  })
})

test('every program of a thread or process is an entry of the released file, or its first argument', () => {
  const byArgument = ['platform/storage/sqlite/report-process.ts', 'money/what-if/replay-process.ts']
  const programs: string[] = [...SEPARATE_ENTRIES, ...byArgument]
  expect<string[]>([...SEPARATE_PROGRAMS].sort()).toEqual(programs.sort())
})

test('the bill of materials lists every package of the lockfile that is not a development tool, once', () => {
  const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'))
  const bill = billOfMaterials(lock, ['linux-x64', 'linux-arm64'])
  const names = bill.components.map(({ name }) => name)
  for (const name of ['hono', 'zod', 'react', 'ws', 'kysely', 'bun', '@oven/bun-linux-x64', '@oven/bun-linux-aarch64'])
    expect(names).toContain(name)
  for (const name of ['typescript', 'knip', '@oven/bun-windows-x64']) expect(names).not.toContain(name)
  expect(new Set(bill.components.map(({ purl }) => purl)).size).toBe(bill.components.length)
  for (const { name, hashes } of bill.components)
    expect([name, hashes]).toEqual([name, [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]])
})

const call = (url: string, bearer: string, content: string) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content }] }),
  })

async function receiptOf(operator: Operator, answer: Response): Promise<Log> {
  const [row] = await operator.logsOf(answer)
  if (!row) throw new Error('the call has no row')
  return row
}

/** A folder for PATH whose `uname` prints this. */
function unameOf(system: string, machine: string): string {
  const bin = mkdtempSync(join(folder, 'uname-'))
  writeFileSync(join(bin, 'uname'), `#!/bin/sh\n[ "$1" = -m ] && echo ${machine} || echo ${system}\n`)
  chmodSync(join(bin, 'uname'), 0o755)
  return bin
}

/**
 * A root folder with the released file, its libraries, /proc and /dev/null. If this user may not change the root: an
 * empty folder and an empty environment.
 */
async function minimalRoot() {
  const root = join(folder, 'root')
  for (const name of ['proc', 'dev']) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, 'dev/null'), '')
  linkSync(join(release, NAME), join(root, 'tollgate'))
  const linked = await run(['ldd', join(root, 'tollgate')], { PATH: process.env.PATH ?? '' })
  for (const [library] of linked.stdout.matchAll(/\/\S+/g)) {
    mkdirSync(join(root, dirname(library)), { recursive: true })
    cpSync(library, join(root, library), { dereference: true })
  }
  const isolated = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `cd '${root}' && mount --bind /proc proc && mount --bind /dev/null dev/null && exec chroot . /tollgate "$@"`,
    'tollgate',
  ]
  const outside = { PATH: process.env.PATH ?? '' }
  const isPossible = (await run([...isolated, '--version'], outside)).exitCode === 0
  if (!isPossible) console.log('This user may not change the root: the file runs in an empty folder instead.')
  const command = isPossible ? isolated : [join(root, 'tollgate')]
  const at = (name: string) => (isPossible ? `/${name}` : join(root, name))
  /** PATH is empty inside. */
  const inside = (data: string) => ({ ...(isPossible && outside), DATA_DIR: at(data) })

  return {
    command: (data: string, name: string, ...given: string[]) =>
      run([...command, name, ...given.map(at)], inside(data)),
    async serve(data: string) {
      const environment = { ...inside(data), PORT: '0', HOST: '127.0.0.1', WORKERS: '2' }
      const child = Bun.spawn(command, { env: environment, cwd: root, stdout: 'pipe', stderr: 'inherit' })
      let said = ''
      void (async () => {
        for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) said += text
      })()
      const address = await until(
        async () => /Tollgate listens on (http:[^"\s]+)\/"/.exec(said)?.[1],
        found => found !== undefined || child.exitCode !== null,
        60_000,
      )
      if (!address) throw new Error(`The released file does not serve: ${said}`)
      return {
        url: address,
        async stop() {
          child.kill('SIGTERM')
          return child.exited
        },
      }
    },
  }
}
