/** Preloaded into the processes of tests: when the test that started one is gone, however it ended, so is the process. */
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
// What this process starts ends by itself.
delete process.env.BUN_OPTIONS
