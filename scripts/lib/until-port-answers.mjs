import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from './script.mjs'

const patienceMilliseconds = 30_000

/**
 * Waits until a gateway reports that it is ready; fails if its program has ended. An open port is not enough: the
 * gateway first listens for a moment only to check that nobody else does.
 */
export async function untilReady(name, url, child) {
  const deadline = Date.now() + patienceMilliseconds
  while (Date.now() < deadline && child.exitCode === null) {
    if (
      await fetch(`${url}/readyz`)
        .then(answer => answer.ok)
        .catch(() => false)
    )
      return
    await sleep(50)
  }
  throw new Failure(`${name} is not ready at ${url}.`)
}

/** Waits until something accepts connections on a loopback port; fails if its program has ended. */
export async function untilPortAnswers(name, port, child) {
  const deadline = Date.now() + patienceMilliseconds
  while (Date.now() < deadline && child.exitCode === null) {
    if (await accepts(port)) return
    await sleep(50)
  }
  throw new Failure(`${name} did not start on port ${port}.`)
}

async function accepts(port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
