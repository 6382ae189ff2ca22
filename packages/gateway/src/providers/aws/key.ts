/** The key of an AWS channel: `ACCESSKEY|SECRET|region`, or `APIKEY|region`. */
export type AwsKey =
  | { kind: 'signing'; accessKeyId: string; secretAccessKey: string; region: string }
  | { kind: 'bearer'; apiKey: string; region: string }

const USUAL_REGION = 'us-east-1'

export function readAwsKey(key: string): AwsKey {
  const [first = '', second = '', third] = key.split('|').map(piece => piece.trim())
  if (third === undefined) return { kind: 'bearer', apiKey: first, region: second || USUAL_REGION }
  return { kind: 'signing', accessKeyId: first, secretAccessKey: second, region: third || USUAL_REGION }
}
