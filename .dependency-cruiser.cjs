/** The directions imports may take: contract ◄ gateway ◄ server, console ► contract. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/**
 * The rooms of the server: a room imports from those above it alone, so that no circle can arise between them. Test
 * support stands outside, as do the files beside the rooms, which put them together.
 */
const serverRooms = [
  'messages',
  'storage',
  'sessions',
  'http',
  'options',
  'connections',
  'logs',
  'ledger',
  'channels',
  'invites',
  'mail',
  'redemptions',
  'users',
  'wallet',
  'notifications',
  'payment',
  'pricing',
  'setup',
  'tokens',
  'login',
  'relay',
  'status',
  'jobs',
]
const testSupport = '\\.test\\.ts$|^packages/server/test/|/ledger/(testing|kill-driver)\\.ts$'
const roomPath = names => `^packages/server/src/(${names.join('|')})/`

const roomLayers = serverRooms
  .slice(0, -1)
  .map((room, at) =>
    forbid(
      `server-rooms-below-${room}`,
      { path: roomPath([room]), pathNot: testSupport },
      { path: roomPath(serverRooms.slice(at + 1)) },
      'A room imports from the rooms above it in `serverRooms` alone.',
    ),
  )

const roomWithoutLayer = forbid(
  'server-room-without-layer',
  { path: `^packages/server/src/(?!(${serverRooms.join('|')})/)[^/]+/` },
  {},
  'A new room needs its line in `serverRooms`.',
)

module.exports = {
  forbidden: [
    forbid('no-circular', {}, { circular: true }, 'A circle means two files answer one question.'),
    forbid(
      'contract-stands-alone',
      { path: '^packages/contract' },
      { path: '^packages/(gateway|server|console)' },
      'The contract imports nothing of ours.',
    ),
    forbid(
      'gateway-is-pure',
      { path: '^packages/gateway/src' },
      { path: '^packages/(server|console)' },
      'The gateway knows neither server nor console.',
    ),
    forbid(
      'gateway-does-no-io',
      { path: '^packages/gateway/src', pathNot: '\\.test\\.ts$|/laws/' },
      { dependencyTypes: ['core'], pathNot: '^(node:)?buffer$' },
      'No I/O, no clock, no database in the gateway.',
    ),
    forbid(
      'console-sees-the-contract-only',
      { path: '^packages/console' },
      { path: '^packages/(gateway|server)' },
      'The console never imports server or gateway.',
    ),
    forbid(
      'server-without-console',
      { path: '^packages/server' },
      { path: '^packages/console' },
      'The server serves the console as files only.',
    ),
    ...roomLayers,
    roomWithoutLayer,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|recordings)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'bun', 'node', 'default'],
    },
  },
}
