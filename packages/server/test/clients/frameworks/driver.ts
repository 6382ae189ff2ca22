import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** A driver's report of a scenario: what the framework returned or raised. */
export interface Came {
  text?: string
  error?: string
}

/** A driver program, which plays one scenario after another. */
export interface Driver {
  play(asked: { scenario: string; model: string; key: string; stream: boolean }): Promise<Came>
  /** It has exited, or was killed because it took too long. */
  isEnded(): boolean
  end(): void
}

/** The time limit of a scenario, including the import of the framework. */
const LIMIT_MS = 180_000

export function startDriver(command: readonly string[], cwd: string, env: Record<string, string>): Driver {
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let complaints = ''
  let resolve: ((came: Came) => void) | null = null
  let isEnded = false
  const end = () => {
    isEnded = true
    child.kill('SIGKILL')
  }
  const answer = (came: Came) => {
    resolve?.(came)
    resolve = null
  }
  child.stderr.on('data', (data: Buffer) => {
    complaints = (complaints + data).slice(-2_000)
  })
  createInterface(child.stdout).on('line', line => {
    const came = cameIn(line)
    if (came) answer(came)
  })
  child.on('error', ({ message }) => answer({ error: message }))
  // An exited driver no longer reads its input.
  child.stdin.on('error', () => {})
  child.on('close', () => {
    isEnded = true
    answer({ error: `the driver ended: ${complaints.trim().split('\n').slice(-3).join(' ')}` })
  })
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    play(asked) {
      const { promise, ...settle } = Promise.withResolvers<Came>()
      resolve = settle.resolve
      const limit = setTimeout(() => {
        answer({ error: 'it did not end in time' })
        end()
      }, LIMIT_MS)
      child.stdin.write(`${JSON.stringify(asked)}\n`)
      return promise.finally(() => clearTimeout(limit))
    },
    isEnded: () => isEnded,
    end,
  }
}

/** Frameworks also print lines of their own. */
function cameIn(line: string): Came | null {
  try {
    return JSON.parse(line).came ?? null
  } catch {
    return null
  }
}
