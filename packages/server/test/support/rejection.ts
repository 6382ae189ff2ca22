/**
 * Returns the error a promise rejects with. `expect(…).rejects` does not work with SQLite: Bun then waits without
 * receiving messages from threads.
 */
export const rejection = (promise: unknown): Promise<Error> =>
  Promise.resolve(promise).then(
    () => {
      throw new Error('nothing was rejected')
    },
    error => error,
  )
