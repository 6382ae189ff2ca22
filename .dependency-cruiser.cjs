/** The directions imports may take: contract ◄ gateway ◄ server, console ► contract. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

/**
 * The rooms of the server: a room imports from those above it alone, so that no circle can arise between them. Test
 * support stands outside, as do the files beside the rooms, which put them together.
 */
const serverRooms = [
  'messages',
  'storage',
  'counts',
  'workers',
  'cluster',
  'sessions',
  'http',
  'logs',
  'options',
  'site',
  'openapi',
  'connections',
  'log-archive',
  'ledger',
  'dashboard',
  'probes',
  'metrics',
  'tracing',
  'channels',
  'channel-keys',
  'invites',
  'mail',
  'redemptions',
  'responses',
  'tasks',
  'users',
  'profile',
  'passkeys',
  'second-factor',
  'confirmation',
  'wallet',
  'notifications',
  'channel-flags',
  'payment',
  'pricing',
  'setup',
  'turnstile',
  'registration',
  'tokens',
  'login',
  'identities',
  'relay',
  'channel-health',
  'live',
  'channel-tests',
  'channel-balances',
  'channel-models',
  'drawing-log',
  'task-log',
  'status',
  'alerts',
  'jobs',
  'apply',
]
const testSupport =
  '\\.test\\.ts$|^packages/server/test/|/ledger/(testing|kill-driver)\\.ts$|/protocols/laws/|-fixture\\.ts$'
const roomPath = (pack, names) => `^packages/${pack}/src/(${names.join('|')})/`

/**
 * The rooms of the gateway, in the same order of imports: what is in no wire format, what is in one, and what goes by all of
 * them.
 */
const gatewayRooms = [
  'raw',
  'sound',
  'stage',
  'errors',
  'canonical',
  'usage',
  'observers',
  'metering',
  'protocols',
  'exchanges',
  'response-pipeline',
  'pricing',
  'model-facts',
  'providers',
  'planning',
  'balances',
  'adapt',
  'content-filter',
  'docs',
]

const layersOf = (pack, rooms) => [
  ...rooms
    .slice(0, -1)
    .map((room, at) =>
      forbid(
        `${pack}-rooms-below-${room}`,
        { path: roomPath(pack, [room]), pathNot: testSupport },
        { path: roomPath(pack, rooms.slice(at + 1)) },
        `A room imports from the rooms above it in \`${pack}Rooms\` alone.`,
      ),
    ),
  forbid(
    `${pack}-room-without-layer`,
    { path: `^packages/${pack}/src/(?!(${rooms.join('|')})/)[^/]+/` },
    {},
    `A new room needs its line in \`${pack}Rooms\`.`,
  ),
]

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
      { path: '^packages/console/src' },
      { path: '^packages/(gateway|server)' },
      'The console never imports server or gateway.',
    ),
    forbid(
      'console-tests-see-stand-ins-only',
      { path: '^packages/console/test' },
      { path: '^packages/(gateway|server)', pathNot: '^packages/server/test/support/' },
      'Browser tests see the running gateway, and the stand-ins for what surrounds it.',
    ),
    forbid(
      'server-without-console',
      { path: '^packages/server' },
      { path: '^packages/console' },
      'The server serves the console as files only.',
    ),
    forbid(
      'protocols-know-no-registry',
      { path: '^packages/gateway/src/protocols/[^/]+/', pathNot: testSupport },
      { path: '^packages/gateway/src/protocols/[^/]+\\.ts$', pathNot: '/protocol\\.ts$' },
      'A protocol is what its folder says; what goes by all of them stands above.',
    ),
    forbid(
      'protocols-common-is-of-none',
      { path: '^packages/gateway/src/protocols/common/' },
      { path: '^packages/gateway/src/protocols/(?!common/)' },
      'What protocols share belongs to none of them.',
    ),
    ...layersOf('gateway', gatewayRooms),
    ...layersOf('server', serverRooms),
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
