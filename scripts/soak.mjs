/**
 * `npm run soak -- --minutes 20`: runs a gateway under load for this long while everything around it fails; see
 * bench/soak/run.ts. `npm run soak -- --tests` runs the long tests instead, for about two hours: gateways and ledgers
 * are killed at random moments, the books are audited after every step of random simulations, tasks run for a simulated
 * year, many clients write while logs are read, and versions take over from each other ten times under 200 streams;
 * `-- --tests simulation` runs only those whose path contains it. The variables below change lengths; KILL_SEED and
 * SIMULATION_SEED change the random events. `-- --rows 10000000` checks a log of that many rows; see bench/rows/run.ts.
 */
import { bun, bunEnvironment } from './lib/bun.mjs'
import { installNpmPackages } from './lib/npm-packages.mjs'
import { runInForeground } from './lib/run.mjs'
import { script } from './lib/script.mjs'

const lengths = {
  KILL_ROUNDS: '100',
  KILL_CLIENTS: '200',
  KILL_LATEST_MS: '5000',
  SIMULATION_STEPS: '100000',
  TASK_DAYS: '365',
  UPGRADES: '10',
  UPGRADE_STREAMS: '200',
  SIMULATION_CALL_STEPS: '2000',
  WALLET_CALLS: '1000',
  WRITING_SECONDS: '600',
}

if (process.argv[2] === '--tests') {
  for (const [name, value] of Object.entries(lengths)) process.env[name] ??= value
  process.argv.splice(2, 1)
  if (process.argv.length === 2)
    process.argv.push(
      'ledger/kill',
      'killed',
      'simulation',
      'small-wallets',
      'while-writing',
      'workers/upgrade',
      'tasks/year',
    )
  await import('./test.mjs')
} else {
  await script(async () => {
    await installNpmPackages()
    const given = process.argv.slice(2)
    const program = given.some(flag => /^--rows\b/.test(flag)) ? 'bench/rows/run.ts' : 'bench/soak/run.ts'
    return runInForeground(bun, [program, ...given], { env: bunEnvironment })
  })
}
