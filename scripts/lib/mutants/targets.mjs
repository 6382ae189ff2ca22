/**
 * What the mutation run changes, and the tests that must notice: whole files by path, or all of a folder. Paths that do not
 * exist are passed over. One line a target.
 */
export const targets = [
  {
    name: 'planning',
    sources: ['packages/gateway/src/planning/'],
    tests: ['packages/gateway/src/planning/', 'packages/server/src/relay/routing/channel-choice.test.ts'],
  },
  {
    name: 'pricing',
    sources: ['packages/gateway/src/pricing/'],
    tests: ['packages/gateway/src/pricing/'],
  },
  {
    name: 'ledger',
    sources: ['packages/server/src/ledger/'],
    tests: [
      'packages/server/src/ledger/state.test.ts',
      'packages/server/src/ledger/log-values.test.ts',
      'packages/server/src/ledger/ledger.test.ts',
      'packages/server/src/ledger/audit.test.ts',
      'packages/server/src/ledger/routes.test.ts',
      'packages/server/src/invites/', // what invitations earn is moved in the ledger
      'packages/server/src/ledger/simulation.test.ts',
      'packages/server/src/ledger/audit-aside.test.ts',
    ],
    // programs of their own, and the tests' tools
    except: /(testing|kill-driver|audit-command|audit-thread)\.ts$/,
  },
  {
    name: 'billing',
    sources: ['packages/server/src/relay/billing/'],
    tests: [
      'packages/server/src/relay/billing/',
      ...['response/settled-first', 'response/client-leaves', 'relay', 'endpoints/audio', 'endpoints/images'].map(
        name => `packages/server/src/relay/${name}.test.ts`,
      ),
    ],
  },
]
