/**
 * `npm run soak`: the ledger's long trials, on both databases: processes killed at random moments, and random events with
 * the books proved after each. KILL_ROUNDS, SIMULATION_STEPS, KILL_SEED and SIMULATION_SEED change them.
 */
process.env.KILL_ROUNDS ??= '100'
process.env.SIMULATION_STEPS ??= '20000'
process.argv.push('ledger/kill', 'ledger/simulation')
await import('./test.mjs')
