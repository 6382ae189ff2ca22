/** A reason to stop, written for the person who runs the command. */
export class Problem extends Error {
  override name = 'Problem'
}
