/**
 * Preloaded into the processes of tests: when the test that started one is gone, however it ended, so is the process. What that
 * process starts has the same environment, and ends by itself.
 */
if (process.env.TEST_PARENT === String(process.ppid))
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
