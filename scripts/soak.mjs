/**
 * `npm run soak`: the long tests, on both databases. Gateways and ledgers are killed at random moments, the books are audited
 * after every step of random simulations, and many clients write while logs are read. About two hours; `npm run soak -- simulation`
 * runs only the tests whose path contains it. The variables below change lengths; KILL_SEED and SIMULATION_SEED change the
 * random events.
 */
const lengths = {
  KILL_ROUNDS: '100',
  KILL_CLIENTS: '200',
  KILL_LATEST_MS: '5000',
  SIMULATION_STEPS: '100000',
  SIMULATION_CALL_STEPS: '2000',
  WRITING_SECONDS: '600',
}
for (const [name, value] of Object.entries(lengths)) process.env[name] ??= value
if (process.argv.length === 2) process.argv.push('ledger/kill', 'relay/killed', 'simulation', 'while-writing')
await import('./test.mjs')
