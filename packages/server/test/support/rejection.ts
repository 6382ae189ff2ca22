/**
 * Returns the error a promise rejects with. `expect(…).rejects` will not do where SQLite is asked: Bun then waits without
 * hearing of messages from threads.
 */
export const rejection = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('nothing was rejected')
    },
    error => error,
  )
