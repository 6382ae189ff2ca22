/** The responses that were requested and have not begun. */
export interface PendingResponse {
  /** After an error a response perhaps never begins: the error may be of its request, or of something else. */
  readonly isPending: 'no' | 'yes' | 'perhaps'
  /** How many requests may begin a response yet. */
  readonly open: number
  /** Resolves when the next response may be requested: each needs a hold of its own. */
  readonly free: Promise<void>
  requested(): void
  begun(): void
  /** An error came. */
  doubted(): void
  /** The last running response ended: what was requested before it began and has not begun itself was refused. */
  over(): void
  /** Lets whoever waits go on: the session is over. */
  end(): void
}

export function pendingResponse(): PendingResponse {
  let isLastSure = false
  let open = 0
  let beforeBegun = 0
  let free = Promise.withResolvers<void>()
  free.resolve()

  return {
    get isPending() {
      if (open === 0) return 'no'
      return isLastSure ? 'yes' : 'perhaps'
    },
    get open() {
      return open
    },
    get free() {
      return free.promise
    },
    requested() {
      isLastSure = true
      open += 1
      free = Promise.withResolvers()
    },
    begun() {
      // Of several requests nobody knows which one has begun.
      isLastSure = false
      open = Math.max(open - 1, 0)
      beforeBegun = open
      free.resolve()
    },
    doubted() {
      isLastSure = false
      free.resolve()
    },
    over() {
      open -= beforeBegun
      beforeBegun = 0
    },
    end: () => free.resolve(),
  }
}
