/** Runs an act soon after it is due: at once, then only after a pause since it ended, however often it is due. */
export interface Paced {
  due(): void
  stop(): void
}

/** @param act must not throw */
export function paced(pauseMs: number, act: () => void | Promise<void>): Paced {
  let isDue = false
  let isRunning = false
  let isStopped = false
  let pause: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    isDue = false
    isRunning = true
    await act()
    isRunning = false
    if (isStopped) return
    pause = setTimeout(() => {
      pause = undefined
      if (isDue) void run()
    }, pauseMs)
    pause.unref()
  }

  return {
    due() {
      isDue = true
      if (!isRunning && !pause && !isStopped) void run()
    },
    stop() {
      isStopped = true
      clearTimeout(pause)
    },
  }
}
