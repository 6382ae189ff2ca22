import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'

const SOURCES = join(import.meta.dir, '..')

/** Lines without a request, or whose context already names it. */
const EXCEPTIONS: Record<string, string> = {
  'a channel cannot be opened and is left out; save its key anew': 'a channel',
  'responses in the background could not be checked': 'all of them',
  'a batch could not be polled and will be retried': 'a job',
  'a response could not be stored': 'in withRequestId',
  'the state of a key was not stored': 'a channel',
  'an upstream gave a response an invalid id': 'a channel',
  'a channel with tasks cannot be read; it is polled later': 'a job',
  'tasks could not be polled and will be retried': 'a job',
  'sums of mirrored calls were not written': 'many calls',
}

test('every log line of a relayed call names its request', () => {
  const lines = [...new Glob('{relay,stateful}/**/*.ts').scanSync(SOURCES)]
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\blog\.(warn|error|info|debug)\(([^;]*?)'([^']+)'/g)].map(
        ([, , facts = '', words = '']) => ({ file, facts, words }),
      ),
    )
  expect(lines.length).toBeGreaterThan(8)
  // A task's row names the request that made it.
  expect(
    lines.filter(({ facts, words }) => !/requestId|\.\.\.facts|\btask:/.test(facts) && !(words in EXCEPTIONS)),
  ).toEqual([])
})
