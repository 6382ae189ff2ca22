/** The directions imports may take: contract ◄ gateway ◄ server, console ► contract. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', comment, from, to })

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
