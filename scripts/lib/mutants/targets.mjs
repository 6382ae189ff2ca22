const gateway = 'packages/gateway/src'
const ledger = 'packages/server/src/money/ledger'
const relay = 'packages/server/src/relay'
const server = 'packages/server/src'
const stateful = `${server}/stateful`

/**
 * What the mutation run changes, and the tests that must notice: files by path, or whole folders. Tests are in groups, fast ones
 * first: a mutant that one group notices is not tried in the next. They run on SQLite; `onPostgres` run last, with a PostgreSQL
 * beside it.
 */
export const targets = [
  {
    name: 'planning',
    sources: [`${gateway}/planning/`],
    tests: [[`${gateway}/planning/`], [`${relay}/plan/channel-choice.test.ts`]],
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
      testsOf(ledger, 'book', 'links', 'lease-policy', 'journal', 'print-uncharged'),
      testsOf(ledger, 'leases', 'settlement-writer', 'hold-races', 'membership', 'group-writer', 'dead-nodes'),
      // invitation earnings are moved in the ledger
      [...testsOf(ledger, 'simulation', 'uncharged', 'audit', 'figures'), 'packages/server/src/people/invites/'],
      testsOf(ledger, 'ledger', 'ledger-settings', 'routes'),
      testsOf(ledger, 'audit-beside-calls'),
    ],
    // only PostgreSQL has locks and nodes side by side
    onPostgres: testsOf(ledger, 'ledger', 'ledger-settings', 'leases', 'kill'),
    // separate programs, and test tools
    except: /(testing|kill-driver|audit-command)\.ts$/,
  },
  {
    name: 'billing',
    sources: [`${relay}/hold/`, `${relay}/settlement/`],
    except: /testing\.ts$/,
    tests: [
      testsOf(`${relay}/hold`, 'open-hold', 'hold-extender', 'ledger-hold'),
      [...testsOf(`${relay}/settlement`, 'rows', 'settlement'), `${relay}/plan/pricing-context.test.ts`],
      testsOf(`${relay}/hold`, 'empty-wallet', 'hold', 'overselling', 'uncollected'),
      testsOf(`${relay}/settlement`, 'log-rows', 'settle-late', 'charge-served', 'leaving-early'),
      [`${relay}/relay.test.ts`, ...testsOf(`${relay}/response`, 'client-leaves', 'settled-first')],
      [`${relay}/settlement/charge-rules.test.ts`, ...testsOf(`${relay}/endpoints`, 'audio', 'images')],
    ],
  },
  {
    name: 'tasks',
    sources: [`${stateful}/tasks/`],
    tests: [
      [...testsOf(`${stateful}/tasks/task`, 'progress', 'dearer-than-held'), `${stateful}/tasks/midjourney/`],
      [`${stateful}/tasks/suno/`, `${stateful}/tasks/videos/`],
      testsOf(`${stateful}/tasks`, 'faults', 'year'),
      testsOf(`${stateful}/tasks`, 'killed', 'two-nodes'),
    ],
    onPostgres: testsOf(`${stateful}/tasks`, 'two-nodes'),
  },
  {
    name: 'batches',
    sources: [`${stateful}/batches/`],
    tests: [
      testsOf(`${stateful}/batches`, 'lines', 'upload', 'dearer-than-held'),
      testsOf(`${stateful}/batches`, 'batches', 'second-try'),
      testsOf(`${stateful}/batches`, 'killed'),
    ],
    onPostgres: testsOf(`${stateful}/batches`, 'batches'),
  },
  {
    name: 'stored-responses',
    sources: [`${stateful}/responses/`],
    tests: [
      [`${stateful}/responses/store/`],
      testsOf(`${stateful}/responses`, 'stored-responses'),
      testsOf(`${stateful}/responses`, 'nodes'),
    ],
    onPostgres: [`${stateful}/responses/store/`, ...testsOf(`${stateful}/responses`, 'stored-responses')],
  },
  {
    name: 'workers',
    sources: [`${server}/platform/workers/`, `${server}/start/workers/`],
    // separate programs
    except: /workers\/worker\.ts$/,
    tests: [
      [...testsOf(`${server}/platform/workers`, 'restart-timers', 'sqlite-over-link'), `${server}/start/workers/`],
      [`${server}/platform/workers/upgrade/`],
      testsOf(`${server}/platform/workers`, 'workers'),
    ],
  },
  {
    name: 'archive',
    sources: [`${server}/records/archive/`],
    except: /-command\.ts$/,
    tests: [[`${server}/records/archive/`]],
    onPostgres: [`${server}/records/archive/`],
  },
  {
    name: 'sign-in',
    sources: [
      `${server}/people/login/`,
      `${server}/platform/sessions/`,
      `${server}/people/second-factor/`,
      `${server}/people/passkeys/`,
    ],
    tests: [
      [`${server}/platform/sessions/`, `${server}/people/second-factor/`, `${server}/people/passkeys/`],
      [`${server}/people/login/`, `${server}/people/identities/`, `${server}/people/registration/`],
    ],
  },
]

function testsOf(folder, ...names) {
  return names.map(name => `${folder}/${name}.test.ts`)
}
