import { isObject, type JsonObject } from '../raw/json.ts'

/** Returns whether an event of a stream, or a message of a live session, tells an error of the upstream's, in any protocol. */
export function carriesError(event: JsonObject): boolean {
  if (event.error || event.type === 'error') return true
  const { response, choices } = event
  if (isObject(response) && (response.error || (isObject(response.status_details) && response.status_details.error)))
    return true
  return Array.isArray(choices) && choices.some(choice => isObject(choice) && choice.error)
}
