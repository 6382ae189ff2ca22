/**
 * `npm run soak`: the long trials, on both databases. Gateways and ledgers are killed at random moments, random events go on
 * with the books proved after each step, and many write while logs are read. About two hours; `npm run soak -- simulation`
 * runs only the trials whose path contains that. Each variable below changes a length; KILL_SEED and SIMULATION_SEED change
 * the course of things.
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
