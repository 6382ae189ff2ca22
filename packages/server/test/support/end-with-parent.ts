/**
 * Preloaded into test processes: ends the process once the test that started it is gone. Child processes inherit the
 * environment and do the same.
 */
if (process.env.TEST_PARENT === String(process.ppid))
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
