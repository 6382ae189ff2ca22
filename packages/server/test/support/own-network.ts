import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs a script in its own network, whose only name server is at 127.0.0.1. Returns the JSON it printed; null if this
 * machine does not allow that.
 */
export async function runInOwnNetwork<Result>(script: string): Promise<Result | null> {
  if (!inOwnNetwork('true')) return null
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-network-'))
  const resolver = join(folder, 'resolv.conf')
  writeFileSync(resolver, 'nameserver 127.0.0.1\n')
  const set = `ip link set lo up && mount --bind ${resolver} /etc/resolv.conf && exec "$0" "$1"`
  const child = Bun.spawn([...IN_OWN_NETWORK, set, process.execPath, script], { stdout: 'pipe', stderr: 'inherit' })
  try {
    return JSON.parse(await new Response(child.stdout).text())
  } finally {
    child.kill()
    rmSync(folder, { recursive: true })
  }
}

const IN_OWN_NETWORK = ['unshare', '--map-root-user', '--net', '--mount', 'sh', '-c']

function inOwnNetwork(command: string): boolean {
  if (process.platform !== 'linux' || !Bun.which('unshare') || !Bun.which('ip')) return false
  return Bun.spawnSync([
    ...IN_OWN_NETWORK,
    `ip link set lo up && mount --bind /dev/null /etc/resolv.conf && ${command}`,
  ]).success
}
