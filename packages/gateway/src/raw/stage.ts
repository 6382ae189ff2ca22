/** A step of a stream that can be run by hand: takes one item and returns the resulting items. */
export interface Stage<In, Out> {
  push(item: In): Out[]
  /** Ends the input; returns the items held back. */
  end(): Out[]
}

/** Combines two stages into one. */
export function chain<A, B, C>(first: Stage<A, B>, second: Stage<B, C>): Stage<A, C> {
  return {
    push: item => first.push(item).flatMap(between => second.push(between)),
    end: () => [...first.end().flatMap(between => second.push(between)), ...second.end()],
  }
}
