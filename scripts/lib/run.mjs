import { spawn } from 'node:child_process'
import { root } from './project.mjs'
import { Failure } from './script.mjs'

// on Windows npm is a .cmd file, which needs a shell
const throughShell = program => process.platform === 'win32' && program === 'npm'

/** Starts a program in the project's folder, without input unless `options.stdio` says otherwise. */
export function start(program, args, options = {}) {
  return spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: throughShell(program),
    ...options,
  })
}

/** Resolves to a started program's exit code; 1 after a signal or a failed start. */
export function exitCodeOf(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode ?? 1)
  return new Promise(resolve => {
    child.once('error', error => {
      console.error(`✗ ${error.message}`)
      resolve(1)
    })
    child.once('close', code => resolve(code ?? 1))
  })
}

/** Runs a program in the foreground and forwards signals to it. Resolves to its exit code. */
export function runInForeground(program, args, options) {
  const child = start(program, args, options)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  // a terminal also sends Ctrl-C to the child; a second one would cut its shutdown short
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  if (process.env.npm_lifecycle_event) whenOrphaned(() => child.kill('SIGTERM'))
  return exitCodeOf(child)
}

/** npm sends signals only to the shell between us, and most shells exit without forwarding them. */
function whenOrphaned(act) {
  const parent = process.ppid
  const watching = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watching)
    act()
  }, 250)
  watching.unref()
}

/** Runs a program to its end and captures its output. Resolves to `{exitCode, output}`. */
export async function capture(program, args, options = {}) {
  const child = start(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const pieces = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', piece => pieces.push(piece))
  const exitCode = await exitCodeOf(child)
  return { exitCode, output: Buffer.concat(pieces).toString() }
}

/** Runs a program to its end silently; if it fails, prints its output with `failure`. */
export async function runQuietly(failure, program, args, options = {}) {
  const { exitCode, output } = await capture(program, args, options)
  if (exitCode === 0) return
  process.stderr.write(output)
  throw new Failure(failure)
}

/** Ends a started program and waits until it has exited; kills it after ten seconds. */
export async function stop(child, signal = 'SIGTERM') {
  child.kill(signal)
  const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exitCodeOf(child)
  clearTimeout(patience)
}
