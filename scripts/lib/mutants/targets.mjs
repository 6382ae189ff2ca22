const gateway = 'packages/gateway/src'
const ledger = 'packages/server/src/ledger'
const relay = 'packages/server/src/relay'

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
      [...testsOf(ledger, 'simulation', 'uncharged', 'audit', 'figures'), 'packages/server/src/invites/'],
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
]

function testsOf(folder, ...names) {
  return names.map(name => `${folder}/${name}.test.ts`)
}
