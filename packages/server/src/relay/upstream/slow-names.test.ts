import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runInOwnNetwork } from '../../../test/support/own-network.ts'
import type { SilentNames } from '../../../test/support/silent-names.ts'

const SCRIPT = join(import.meta.dir, '../../../test/support/silent-names.ts')

test('names whose DNS servers are silent delay only their own calls, which go on to the next channel', async () => {
  const seen = await runInOwnNetwork<SilentNames>(SCRIPT)
  if (!seen)
    return console.warn('this machine gives processes no network of their own: silent name servers are not tried')
  expect(seen).toEqual({
    // nothing else waits for them: other names, hashes, files, URLs of users
    waiting: { beforeCall: 12, afterCall: 12, afterHash: 12, afterFile: 12, afterGuard: 12 },
    callStatus: 200,
    statuses: Array(12).fill(200),
    firstAttempts: Array(12).fill('upstream_connect_timeout'),
    guardError: expect.any(String),
  })
  expect(seen.guardError).not.toBe('')
}, 60_000)
