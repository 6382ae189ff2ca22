/** Marks a response as the last of its connection, so that the rest of the request is not read. */
export function closeConnection(response: Response): Response {
  response.headers.set('connection', 'close')
  return response
}
