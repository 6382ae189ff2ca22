/** A reason why nothing (more) is done, written for whoever runs the command. */
export class Problem extends Error {
  override name = 'Problem'
}
