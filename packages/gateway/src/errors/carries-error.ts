import { isObject, type JsonObject } from '../raw/json.ts'

/** Returns whether a stream event or a live session's message carries an upstream error, in any protocol. */
export function carriesError(event: JsonObject): boolean {
  if (event.error || event.type === 'error') return true
  const { response, choices } = event
  if (isObject(response) && (response.error || (isObject(response.status_details) && response.status_details.error)))
    return true
  return Array.isArray(choices) && choices.some(choice => isObject(choice) && choice.error)
}
