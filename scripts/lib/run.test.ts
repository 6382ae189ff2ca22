import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'

const RUN = JSON.stringify(join(import.meta.dir, 'run.mjs'))
/** Prints that it is up, and exits with 7 a moment after SIGTERM. */
const CHILD = `process.on('SIGTERM', () => setTimeout(() => { console.log('down'); process.exit(7) }, 200)); console.log('up')
  setInterval(() => {}, 1000)`
const WRAPPER = `import { runInForeground } from ${RUN}
  process.exit(await runInForeground(process.execPath, ['-e', ${JSON.stringify(CHILD)}]))`

function start(command: string[], environment: Record<string, string> = {}) {
  const wrapper = Bun.spawn(command, { env: { ...process.env, ...environment, WRAPPER }, stdout: 'pipe' })
  const output = wrapper.stdout.pipeThrough(new TextDecoderStream()).getReader()
  const says = async () => (await output.read()).value
  return { wrapper, says }
}

describe('a program run in the foreground', () => {
  test('gets the signals of its wrapper, which waits for it', async () => {
    const { wrapper, says } = start(['node', '--input-type=module', '-e', WRAPPER])
    expect(await says()).toBe('up\n')
    wrapper.kill('SIGTERM')
    expect(await says()).toBe('down\n')
    expect(await wrapper.exited).toBe(7)
  })

  test.skipIf(process.platform === 'win32')('ends when the shell of npm exits because of a signal', async () => {
    const command = ['sh', '-c', 'node --input-type=module -e "$WRAPPER"; true']
    const { wrapper, says } = start(command, { npm_lifecycle_event: 'start' })
    expect(await says()).toBe('up\n')
    wrapper.kill('SIGTERM')
    expect(await says()).toBe('down\n')
  })
})
