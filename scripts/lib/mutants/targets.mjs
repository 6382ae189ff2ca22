const gateway = 'packages/gateway/src'
const ledger = 'packages/server/src/money/ledger'
const relay = 'packages/server/src/relay'
const server = 'packages/server/src'

/**
 * What the mutation run changes, and the tests that must notice: whole files by path, or all of a folder. Tests stand in
 * groups, the quick ones first: what one group notices the next is not asked about. They run on SQLite; `onPostgres` are
 * asked last, with a PostgreSQL beside it. Paths that do not exist are passed over.
 */
export const targets = [
  {
    name: 'planning',
    sources: [`${gateway}/planning/`],
    tests: [[`${gateway}/planning/`], [`${relay}/routing/channel-choice.test.ts`]],
  },
  {
    name: 'pricing',
    sources: [`${gateway}/pricing/`],
    tests: [[`${gateway}/pricing/`]],
  },
  {
    name: 'ledger',
    sources: [`${ledger}/`],
    tests: [
      testsOf(ledger, 'book', 'links', 'lease-policy', 'journal', 'log-values', 'print-uncharged'),
      testsOf(ledger, 'leases', 'settlement-writer', 'hold-races', 'membership', 'group-writer', 'dead-nodes'),
      // what invitations earn is moved in the ledger
      [...testsOf(ledger, 'simulation', 'uncharged', 'audit', 'figures'), 'packages/server/src/people/invites/'],
      testsOf(ledger, 'ledger', 'ledger-settings', 'routes'),
      testsOf(ledger, 'audit-beside-calls'),
    ],
    // locks, and nodes side by side, are PostgreSQL's alone
    onPostgres: testsOf(ledger, 'ledger', 'ledger-settings', 'leases', 'kill'),
    // programs of their own, and the tests' tools
    except: /(testing|kill-driver|audit-command)\.ts$/,
  },
  {
    name: 'billing',
    sources: [`${relay}/billing/`],
    except: /testing\.ts$/,
    tests: [
      testsOf(`${relay}/billing`, 'open-hold', 'hold-extender', 'ledger-hold', 'pricing-context', 'rows', 'settlement'),
      testsOf(`${relay}/billing`, 'empty-wallet', 'hold', 'log-rows', 'overselling', 'settle-late', 'uncollected'),
      [`${relay}/relay.test.ts`, ...testsOf(`${relay}/response`, 'client-leaves', 'settled-first')],
      [`${relay}/billing/charge-rules.test.ts`, ...testsOf(`${relay}/endpoints`, 'audio', 'images')],
    ],
  },
  {
    name: 'tasks',
    sources: [`${relay}/tasks/`, `${server}/tasks/`],
    tests: [
      [...testsOf(`${server}/tasks`, 'picture-address', 'progress', 'dearer-than-held'), `${relay}/tasks/midjourney/`],
      [`${relay}/tasks/suno/`, `${relay}/tasks/videos/`],
      testsOf(`${relay}/tasks`, 'faults', 'year'),
      testsOf(`${relay}/tasks`, 'killed', 'two-nodes'),
    ],
    onPostgres: testsOf(`${relay}/tasks`, 'two-nodes'),
  },
  {
    name: 'batches',
    sources: [`${relay}/batches/`],
    tests: [
      testsOf(`${relay}/batches`, 'lines', 'upload', 'dearer-than-held'),
      testsOf(`${relay}/batches`, 'batches', 'second-try'),
      testsOf(`${relay}/batches`, 'killed'),
    ],
    onPostgres: testsOf(`${relay}/batches`, 'batches'),
  },
  {
    name: 'stored-responses',
    sources: [`${relay}/stored-responses/`, `${server}/responses/`],
    tests: [
      [`${server}/responses/`],
      testsOf(`${relay}/stored-responses`, 'stored-responses'),
      testsOf(`${relay}/stored-responses`, 'nodes'),
    ],
    onPostgres: [`${server}/responses/`, ...testsOf(`${relay}/stored-responses`, 'stored-responses')],
  },
  {
    name: 'workers',
    sources: [`${server}/workers/`],
    // programs of their own
    except: /workers\/worker\.ts$/,
    tests: [
      testsOf(`${server}/workers`, 'restart-timers', 'starting', 'sqlite-over-link'),
      [`${server}/workers/upgrade/`],
      testsOf(`${server}/workers`, 'workers'),
    ],
  },
  {
    name: 'archive',
    sources: [`${server}/log-archive/`],
    except: /-command\.ts$/,
    tests: [[`${server}/log-archive/`]],
    onPostgres: [`${server}/log-archive/`],
  },
  {
    name: 'sign-in',
    sources: [`${server}/login/`, `${server}/sessions/`, `${server}/second-factor/`, `${server}/passkeys/`],
    tests: [
      [`${server}/sessions/`, `${server}/second-factor/`, `${server}/passkeys/`],
      [`${server}/login/`, `${server}/identities/`, `${server}/registration/`],
    ],
  },
]

function testsOf(folder, ...names) {
  return names.map(name => `${folder}/${name}.test.ts`)
}
