import { join } from 'node:path'
import type { DatabasePlace } from './databases.ts'
import type { DeadlyPoint } from './mortal-gateway.ts'
import { until } from './until.ts'

/** The gateway as a separate process that a test can stop or kill. */
export interface GatewayProcess {
  url: string
  pid: number
  /** Sends SIGKILL: nothing is flushed. */
  kill(): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Resolves to its exit code once it has ended; null if a signal ended it. */
  ended: Promise<number | null>
}

interface How {
  /** The file and its arguments; `main.ts` by default. */
  program?: string[]
  environment?: Record<string, string>
  /** The limit of open file descriptors. */
  descriptors?: number
  /** Receives its output, which is otherwise printed. */
  onOutput?: (text: string) => void
}

const { TEST_GATEWAY, TEST_MORTAL_GATEWAY } = process.env
const PRELOADED = ['end-with-parent.ts', 'quick-passwords.ts']
  .map(file => `--preload ${join(import.meta.dir, file)}`)
  .join(' ')
/** Many tests start at once, and machines may be slow. */
const START_PATIENCE_MS = 60_000

/** One process is the whole gateway, unless a test wants more. It ends before optimized machine code would repay its compilation. */
const USUAL = { HOST: '127.0.0.1', LOG_LEVEL: 'silent', WORKERS: '1', WARM_UP_CALLS: '0', BUN_JSC_useDFGJIT: '0' }

export const MAIN = join(import.meta.dir, '../../src/main.ts')
const MORTAL = join(import.meta.dir, 'mortal-gateway.ts')
/** `mortal-gateway.ts`, and the point at which it dies. */
export const mortalGateway = (point: DeadlyPoint | null = null): string[] => [MORTAL, ...(point ? [point] : [])]

/** `impatient-gateway.ts` */
export const impatientGateway = [join(import.meta.dir, 'impatient-gateway.ts')]

/** Starts a gateway on a database and a port; resolves once it responds. */
export async function startGatewayProcess(
  place: DatabasePlace,
  port: number,
  { program = [MAIN], environment = {}, descriptors, onOutput }: How = {},
): Promise<GatewayProcess> {
  const url = `http://127.0.0.1:${port}`
  const limited = descriptors ? ['sh', '-c', `ulimit -n ${descriptors}; exec "$0" "$@"`] : []
  const child = Bun.spawn([...limited, ...commandOf(program)], {
    env: {
      ...process.env,
      ...place,
      ...USUAL,
      PORT: String(port),
      BUN_OPTIONS: PRELOADED,
      TEST_PARENT: String(process.pid),
      ...environment,
    },
    stdin: 'pipe',
    stdout: onOutput ? 'pipe' : 'inherit',
    stderr: onOutput ? 'pipe' : 'inherit',
  })
  if (onOutput) for (const stream of [child.stdout, child.stderr]) void readAll(stream, onOutput)
  const isUp = () =>
    fetch(`${url}/api/status`).then(
      response => response.ok,
      () => false,
    )
  await until(isUp, up => up, START_PATIENCE_MS)
  return {
    url,
    pid: child.pid,
    async kill() {
      child.kill('SIGKILL')
      await child.exited
    },
    signal: name => child.kill(name),
    ended: child.exited.then(() => child.exitCode),
  }
}

/** The command of a program. The whole suite compiles two of them into one file each, which starts with a quarter of the work. */
export function commandOf([program = MAIN, ...given]: string[]): string[] {
  const compiled = { [MAIN]: TEST_GATEWAY, [MORTAL]: TEST_MORTAL_GATEWAY }[program]
  return [...(compiled ? [compiled] : [process.execPath, program]), ...given]
}

/** Runs the server or a command until it exits by itself. */
export async function runProgram(program: string[], environment: Record<string, string>) {
  const child = Bun.spawn(commandOf(program), {
    env: { ...process.env, ...USUAL, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, stdout, stderr }
}

async function readAll(stream: ReadableStream<Uint8Array> | undefined, onOutput: (text: string) => void) {
  const decoder = new TextDecoder()
  for await (const piece of stream ?? []) onOutput(decoder.decode(piece, { stream: true }))
}
