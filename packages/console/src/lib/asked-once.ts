type Ask = () => Promise<boolean>

/** A question to the user that a component answers. Several callers at once ask once; without such a component the answer is no. */
export function askedOnce(): { answerWith(ask: Ask): void; ask: Ask } {
  let answer: Ask = async () => false
  let running: Promise<boolean> | undefined
  return {
    answerWith(ask) {
      answer = ask
    },
    ask() {
      running ??= answer().finally(() => {
        running = undefined
      })
      return running
    },
  }
}
