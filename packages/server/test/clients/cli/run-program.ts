import { spawn } from 'node:child_process'

/** A running program with all its child processes. */
export interface RunningProgram {
  /** Sends the same signal as Ctrl-C. */
  interrupt(): void
  ended: Promise<Ended>
}

export interface Ended {
  output: string
  errors: string
  /** null: a signal ended it. */
  exitCode: number | null
  isLate: boolean
}

/** The process groups of running programs. */
const groups = new Set<number>()
process.once('exit', () => {
  for (const group of groups) signal(group, 'SIGKILL')
})
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))

const MOST_OUTPUT = 4_000_000

/** Starts a program in its own process group, which is killed when the time is up or the program has exited. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, limitMs }: { cwd: string; env: Record<string, string>; limitMs: number },
): RunningProgram {
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const group = child.pid ?? 0
  if (group > 0) groups.add(group)
  const { promise: ended, resolve } = Promise.withResolvers<Ended>()
  const text = { output: '', errors: '' }
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    signal(group, 'SIGKILL')
  }, limitMs)
  child.stdout.on('data', (data: Buffer) => {
    if (text.output.length < MOST_OUTPUT) text.output += data
  })
  child.stderr.on('data', (data: Buffer) => {
    if (text.errors.length < MOST_OUTPUT) text.errors += data
  })
  child.on('error', ({ message }) => resolve({ ...text, errors: message, exitCode: null, isLate }))
  child.on('exit', () => signal(group, 'SIGKILL'))
  child.on('close', exitCode => {
    clearTimeout(limit)
    groups.delete(group)
    resolve({ ...text, exitCode, isLate })
  })
  return { interrupt: () => signal(group, 'SIGINT'), ended }
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    if (group > 0) process.kill(-group, name)
  } catch {
    // The group has already gone.
  }
}
