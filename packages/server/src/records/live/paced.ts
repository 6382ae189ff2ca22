/** Runs an act on request: at once, or after a pause since its last end, however often it is requested. */
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
