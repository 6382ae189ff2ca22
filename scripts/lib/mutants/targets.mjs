const gateway = 'packages/gateway/src'
const ledger = 'packages/server/src/money/ledger'
const relay = 'packages/server/src/relay'
const server = 'packages/server/src'
const stateful = `${server}/stateful`

/**
 * What the mutation run changes, and the tests that must notice: files by path, or whole folders. Tests are in groups,
 * fast ones first: a mutant noticed by one group is not tried with the next. They run on SQLite; `onPostgres` run last,
 * with a PostgreSQL.
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
    except: /\/testing\//,
    // The planning applies a channel's withheld fields, and a page shows the fees of tools.
    tests: [
      [`${gateway}/pricing/`, `${gateway}/planning/without-unknown.test.ts`, `${gateway}/docs/charging-page.test.ts`],
    ],
  },
  {
    name: 'ledger',
    sources: [`${ledger}/`],
    tests: [
      [
        ...testsOf(ledger, 'book', 'links', 'lease-policy', 'journal', 'print-uncharged', 'call-balances'),
        ...testsOf(
          ledger,
          'durable-holds',
          'periods',
          'debts',
          'subscriptions',
          'impatience',
          'insert-account-entries',
        ),
        ...testsOf(ledger, 'transfer', 'bring-in', 'slices', 'lease-taking'),
      ],
      [
        ...testsOf(ledger, 'leases', 'settlement-writer', 'hold-races', 'membership', 'group-writer', 'dead-nodes'),
        ...testsOf(ledger, 'statements-of-a-call'),
      ],
      // the ledger moves invitation rewards and the slices of child keys
      [
        ...testsOf(ledger, 'simulation', 'uncharged', 'audit', 'figures', 'usage-figures-written'),
        ...testsOf(ledger, 'capped-elsewhere', 'nodes-as-one'),
        'packages/server/src/people/invites/',
        'packages/server/src/people/tokens/children/',
        'packages/server/src/people/teams/',
      ],
      testsOf(ledger, 'ledger', 'ledger-settings', 'routes'),
      testsOf(ledger, 'audit-beside-calls'),
    ],
    // only PostgreSQL has locks and several nodes
    onPostgres: [
      ...testsOf(ledger, 'locked-rows', 'contested-leases', 'lease-histories'),
      ...testsOf(ledger, 'ledger', 'ledger-settings', 'leases', 'kill'),
    ],
    // separate programs, and test tools
    except: /(testing|kill-driver|audit-command)\.ts$/,
  },
  {
    name: 'billing',
    sources: [`${relay}/hold/`, `${relay}/settlement/`],
    except: /testing\.ts$/,
    tests: [
      testsOf(
        `${relay}/hold`,
        'call-run',
        'open-hold',
        'hold-extender',
        'ledger-hold',
        'count-at-host',
        'reserve-from',
      ),
      [...testsOf(`${relay}/settlement`, 'rows', 'settlement'), `${relay}/plan/pricing-context.test.ts`],
      testsOf(
        `${relay}/hold`,
        'empty-wallet',
        'hold',
        'overselling',
        'uncollected',
        'no-limit-asked',
        'spending-limits',
        'plans',
        'teams',
        'budget',
      ),
      testsOf(`${relay}/settlement`, 'record-end', 'settle-late', 'charge-answer', 'cached-shares', 'leaving-early'),
      [
        `${relay}/relay.test.ts`,
        `${relay}/plan/affinity/conversations.test.ts`,
        `${relay}/plan/affinity/affinity.test.ts`,
        ...testsOf(`${relay}/response`, 'client-leaves', 'settled-first'),
        `${server}/channels/flags/`,
      ],
      [`${relay}/settlement/charge-rules.test.ts`, ...testsOf(`${relay}/endpoints`, 'audio', 'images')],
    ],
  },
  {
    name: 'tasks',
    sources: [`${stateful}/tasks/`],
    tests: [
      [
        ...testsOf(`${stateful}/tasks/task`, 'progress', 'dearer-than-held'),
        ...testsOf(
          `${stateful}/tasks/midjourney`,
          ...['custom-id', 'read-submission', 'report', 'simple-change', 'submit-answer', 'midjourney'],
          ...['callbacks', 'faults', 'picture'],
        ),
        `${stateful}/tasks/suno/`,
        `${stateful}/tasks/videos/clients/`,
        `${stateful}/tasks/videos/vendors/`,
        ...testsOf(`${stateful}/tasks/videos`, 'video-fields', 'fetch-images', 'vendors', 'videos'),
        ...testsOf(`${stateful}/tasks`, 'asking', 'faults', 'two-nodes'),
      ],
      testsOf(`${stateful}/tasks`, 'videos/every-vendor', 'killed', 'midjourney/killed', 'year'),
    ],
    onPostgres: testsOf(`${stateful}/tasks`, 'two-nodes'),
  },
  {
    name: 'batches',
    sources: [`${stateful}/batches/`],
    tests: [
      testsOf(
        `${stateful}/batches`,
        ...['lines', 'long-lines', 'lists', 'message-batches', 'openai-batch-object', 'request-file', 'request-line'],
        ...['results', 'serve-batch-call', 'stored-upstream', 'upload', 'files'],
      ),
      testsOf(`${stateful}/batches`, 'store', 'dearer-than-held', 'second-try', 'batches'),
      testsOf(`${stateful}/batches`, 'doors', 'killed'),
    ],
    onPostgres: testsOf(`${stateful}/batches`, 'batches'),
  },
  {
    name: 'stored-responses',
    sources: [`${stateful}/responses/`],
    tests: [
      [
        `${stateful}/responses/store/`,
        ...testsOf(`${stateful}/responses`, 'items', 'events', 'response-verbs', 'store-delivered'),
      ],
      [`${stateful}/responses/interactions/`, ...testsOf(`${stateful}/responses`, 'stored-responses')],
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
      [
        ...testsOf(`${server}/platform/workers`, 'supervisor', 'restart-timers', 'sqlite-over-link', 'claim-port'),
        ...testsOf(
          `${server}/platform/workers/upgrade`,
          ...['control-socket', 'hand-over', 'listening-sockets', 'predecessor', 'tell-service-manager'],
        ),
        ...testsOf(`${server}/start/workers`, 'stop-on-signals', 'start-with-workers'),
      ],
      testsOf(`${server}/start/workers`, 'starting'),
      testsOf(`${server}/platform/workers`, 'workers'),
      testsOf(`${server}/platform/workers`, 'upgrade/upgrade'),
    ],
  },
  {
    name: 'archive',
    sources: [`${server}/records/archive/`],
    except: /-command\.ts$/,
    tests: [
      testsOf(`${server}/records/archive`, 'is-like', 'many-rows'),
      testsOf(`${server}/records/archive`, 'log-archive'),
    ],
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
      [
        `${server}/platform/sessions/`,
        `${server}/people/second-factor/`,
        `${server}/people/passkeys/`,
        `${server}/people/login/`,
        `${server}/people/identities/`,
      ],
    ],
  },
]

function testsOf(folder, ...names) {
  return names.map(name => `${folder}/${name}.test.ts`)
}
