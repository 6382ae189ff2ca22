/** The answer after which the connection ends: what is still to come of the request is not waited for. */
export function closing(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}
