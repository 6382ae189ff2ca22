/** The client left; nobody is there to be told. */
export class ClientGone extends Error {
  override name = 'ClientGone'
}
